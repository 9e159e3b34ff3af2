import type { RunnableCommand } from '../context/commands/command';
import type { Prompt } from '../agent/ports/promptTools';
import type { Part } from '../shared/messages';
import type { ChatEvent } from '../shared/protocol';
import type { Chat } from './chat';
import type { ChatRegistry } from './chatRegistry';
import type { ViewState } from './viewState';

/** What sending a prompt needs of the window. */
export interface Sending {
  readonly chats: () => ChatRegistry;
  readonly view: ViewState;
  /** To the surface that shows the chat; nowhere if none does. */
  readonly send: (chat: Chat, events: readonly ChatEvent[]) => void;
  /** Resolves when what an administrator prescribes is known, as far as it can be. */
  readonly admit: () => Promise<void>;
  /** The command that a text is; null: it is a prompt. Throws for one that does not exist. Asked only where there is a slash. */
  readonly resolve: (chat: Chat, text: string) => Promise<ResolvedCommand | null>;
  /** The same, with what their text mentions. Asked only where there is an `@`. */
  readonly withMentions: (chat: Chat, parts: readonly Part[]) => Promise<Prompt>;
  /** Runs a shell command that the user has typed behind an exclamation mark. */
  readonly runTyped: (command: string) => Promise<Prompt>;
  /** Runs a command of the editor; resolves with what that gives. */
  readonly run: (command: string, ...args: unknown[]) => Promise<unknown>;
}

/** A command that was typed, with what follows its name. */
export interface ResolvedCommand {
  readonly command: RunnableCommand;
  readonly args: string;
}
