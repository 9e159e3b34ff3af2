import type { Completion } from '../../shared/protocol';
import type { Prompt } from '../../agent/ports/promptTools';
import type { NoticeMessage } from '../../shared/messages';

/** What can be typed as `/name`. */
export interface SlashCommand {
  /** Without the slash; parts of a namespace are separated by colons. */
  readonly name: string;
  /** Other names that mean the same. */
  readonly otherNames?: readonly string[];
  /** One line for people, localised. */
  readonly description: string;
  /** What may follow the name, such as `[save|list] NAME`. */
  readonly argumentHint?: string;
  /** It waits for a run in progress to end, as a prompt would. Otherwise it is done at once. */
  readonly waits?: boolean;
  /** What could stand for the end of what is typed behind the name. Absent: nothing is known. */
  readonly complete?: (typed: string) => Promise<readonly Completion[]>;
}

/** What a command comes to; its host carries it out. */
export type CommandResult =
  /** Something to tell the user in the chat, or on standard output. The model never gets it. Markdown. */
  | { readonly kind: 'notice'; readonly text: string; readonly level?: NoticeMessage['level'] }
  /** A prompt to send in place of what was typed. */
  | { readonly kind: 'prompt'; readonly prompt: Prompt }
  /**
   * A command of the editor to run. What the chat says of it afterwards is the text that it gives, else `said`.
   * `isSilent`: nothing is said.
   */
  | {
      readonly kind: 'editorCommand';
      readonly command: string;
      readonly args?: readonly unknown[];
      readonly said?: string;
      readonly isSilent?: true;
    }
  /** The conversation is to be compressed. */
  | { readonly kind: 'compress' }
  /** Everything has been done. */
  | { readonly kind: 'done' };

/** What a command does with what follows its name, trimmed. Throws an `Error` whose message is for the user. */
export type CommandAction = (args: string) => CommandResult | Promise<CommandResult>;

/** A command that can be run where it was typed. */
export interface RunnableCommand extends SlashCommand {
  readonly run: CommandAction;
}

export function notice(text: string, level: NoticeMessage['level'] = 'info'): CommandResult {
  return { kind: 'notice', text, level };
}

/** In a line of a notice: nothing of what a file or a server says is to be taken for Markdown. */
export function plainMarkdown(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>|#!]/g, '\\$&');
}
