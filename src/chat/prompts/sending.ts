import type { RunnableCommand } from '../../context/commands/command';
import type { Prompt } from '../../agent/ports/promptTools';
import type { Part } from '../../shared/messages';
import type { ChatEvent } from '../../shared/protocol';
import type { Chat } from '../chat';
import type { ChatRegistry } from '../chatRegistry';
import type { ViewState } from '../surfaces/viewState';

/** What sending a prompt needs from the window. */
export interface Sending {
  readonly chats: () => ChatRegistry;
  readonly view: ViewState;
  /** Sends events to the surface that shows the chat, if any. */
  readonly send: (chat: Chat, events: readonly ChatEvent[]) => void;
  /** Resolves when the administrator's controls are known, or can't be determined. */
  readonly admit: () => Promise<void>;
  /**
   * The command in a text; null: the text is a prompt. Throws for an unknown command. Called only for a text with a
   * slash.
   */
  readonly resolve: (chat: Chat, text: string) => Promise<ResolvedCommand | null>;
  /** Returns the parts, plus what their text mentions. Called only for a text with an `@`. */
  readonly withMentions: (chat: Chat, parts: readonly Part[]) => Promise<Prompt>;
  /** Runs a shell command that the user typed after an exclamation mark. */
  readonly runTyped: (command: string) => Promise<Prompt>;
  /** Runs an editor command; resolves with its result. */
  readonly run: (command: string, ...args: unknown[]) => Promise<unknown>;
}

/** A typed command, with the text after its name. */
export interface ResolvedCommand {
  readonly command: RunnableCommand;
  readonly args: string;
}
