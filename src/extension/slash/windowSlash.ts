import type { Prompt } from '../../agent/ports/promptTools';
import type { Chat } from '../../chat/chat';
import type { ResolvedCommand } from '../../chat/sendPrompt';
import { builtinCommands, unknownCommandText } from '../../context/commands/builtinCommands';
import type { RunnableCommand } from '../../context/commands/command';
import { withMentions, type Mentioning } from '../../context/mentions/promptWithMentions';
import type { Part } from '../../shared/messages';
import { resolveInput } from '../../context/commands/resolveInput';
import { slashActions } from './slashActions';

export interface WindowSlash {
  /** What can be typed in a chat, builtin commands first. */
  list(chat: Chat): Promise<readonly RunnableCommand[]>;
  /** The command that a text is, with its arguments; null: it is a prompt. Throws for an unknown command. */
  resolve(chat: Chat, text: string): Promise<ResolvedCommand | null>;
  /** The same parts with what their text mentions. */
  withMentions(chat: Chat, parts: readonly Part[]): Prompt;
}

/** Loaded when the first slash is typed or sent: the commands of a window. */
export function createWindowSlash(): WindowSlash {
  const mentioning: Mentioning = {
    reader: async () => (await import('../../tools/index')).createMentionReader,
    sources: [],
  };
  const list = async (): Promise<readonly RunnableCommand[]> =>
    builtinCommands(slashActions({ commands: () => list() }));
  return {
    list,
    async resolve(_chat, text) {
      const input = resolveInput(text, await list());
      if (input.kind === 'unknownCommand') throw new Error(unknownCommandText(input.name, input.similar));
      return input.kind === 'command' ? input : null;
    },
    withMentions: (_chat, parts) => withMentions(parts, mentioning),
  };
}
