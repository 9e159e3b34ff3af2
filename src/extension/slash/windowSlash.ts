import type { Chat } from '../../chat/chat';
import type { ResolvedCommand } from '../../chat/sendPrompt';
import { builtinCommands, unknownCommandText } from '../../context/commands/builtinCommands';
import type { RunnableCommand } from '../../context/commands/command';
import { resolveInput } from '../../context/commands/resolveInput';
import { slashActions } from './slashActions';

export interface WindowSlash {
  /** What can be typed in a chat, builtin commands first. */
  list(chat: Chat): Promise<readonly RunnableCommand[]>;
  /** The command that a text is, with its arguments; null: it is a prompt. Throws for an unknown command. */
  resolve(chat: Chat, text: string): Promise<ResolvedCommand | null>;
}

/** Loaded when the first slash is typed or sent: the commands of a window. */
export function createWindowSlash(): WindowSlash {
  const list = async (): Promise<readonly RunnableCommand[]> =>
    builtinCommands(slashActions({ commands: () => list() }));
  return {
    list,
    async resolve(_chat, text) {
      const input = resolveInput(text, await list());
      if (input.kind === 'unknownCommand') throw new Error(unknownCommandText(input.name, input.similar));
      return input.kind === 'command' ? input : null;
    },
  };
}
