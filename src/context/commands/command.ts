import type { Completion } from '../../shared/protocol';
import type { Prompt } from '../../agent/ports/promptTools';
import type { NoticeMessage } from '../../shared/messages';

/** A command that can be typed as `/name`. */
export interface SlashCommand {
  /** Without the slash; namespaces are separated by colons. */
  readonly name: string;
  /** Other names of the same command. */
  readonly otherNames?: readonly string[];
  /** One line for the user, localized. */
  readonly description: string;
  /** The arguments, such as `[save|list] NAME`. */
  readonly argumentHint?: string;
  /** It waits until the run in progress has ended, like a prompt. Otherwise it runs immediately. */
  readonly waits?: boolean;
  /** Completions for the text typed after the name. Absent: there are none. */
  readonly complete?: (typed: string) => Promise<readonly Completion[]>;
  /** Its arguments are offered as soon as it is chosen, because it can't run without them. */
  readonly needsArguments?: boolean;
}

/** The result of a command, which its host carries out. */
export type CommandResult =
  /** Markdown to show to the user in the chat, or on standard output. The model never gets it. */
  | { readonly kind: 'notice'; readonly text: string; readonly level?: NoticeMessage['level'] }
  /** A prompt to send instead of the typed text. */
  | { readonly kind: 'prompt'; readonly prompt: Prompt }
  /**
   * An editor command to run. The chat then shows the text or the `CommandFailure` it returns, otherwise `said`; with
   * `isSilent`, nothing.
   */
  | {
      readonly kind: 'editorCommand';
      readonly command: string;
      readonly args?: readonly unknown[];
      readonly said?: string;
      readonly isSilent?: true;
    }
  /** Compress the conversation. */
  | { readonly kind: 'compress' }
  /** Nothing is left to do. */
  | { readonly kind: 'done' };

/** What an editor command returns to the chat in which it was typed if it failed: why, for the user. */
export interface CommandFailure {
  readonly failed: string;
}

/** Runs a command with its trimmed arguments. Throws an `Error` whose message is for the user. */
export type CommandAction = (args: string) => CommandResult | Promise<CommandResult>;

/** A command that can be run where it was typed. */
export interface RunnableCommand extends SlashCommand {
  readonly run: CommandAction;
}

export function notice(text: string, level: NoticeMessage['level'] = 'info'): CommandResult {
  return { kind: 'notice', text, level };
}

/** For one line of a notice: escapes text of a file or a server, so that nothing in it is read as Markdown. */
export function plainMarkdown(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>|#!]/g, '\\$&');
}
