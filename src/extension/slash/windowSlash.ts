import type { Prompt } from '../../agent/ports/promptTools';
import type { Chat } from '../../chat/chat';
import type { ResolvedCommand } from '../../chat/sendPrompt';
import { builtinCommands, unknownCommandText } from '../../context/commands/builtinCommands';
import type { RunnableCommand } from '../../context/commands/command';
import { customCommands } from '../../context/commands/custom/customCommands';
import { expandWith } from '../../context/commands/custom/expandWith';
import { resolveInput } from '../../context/commands/resolveInput';
import type { MentionSource } from '../../context/mentions/mentionSource';
import { withMentions } from '../../context/mentions/promptWithMentions';
import { commandPlaces, findCommandFiles } from '../../node/config/commandFiles';
import type { Part } from '../../shared/messages';
import type { SettingsNotices } from '../../vscode/settingsNotices';
import type { WindowMemory } from '../windowMemory';
import type { WindowExtensions } from '../windowExtensions';
import { slashActions } from './slashActions';

export interface WindowSlashOptions {
  readonly home: string;
  readonly folders: () => readonly string[];
  readonly isTrusted: () => boolean;
  readonly extensions: Pick<WindowExtensions, 'active' | 'find' | 'refresh'>;
  readonly memory: WindowMemory;
  readonly notices: SettingsNotices;
}

export interface WindowSlash {
  /** What can be typed in a chat, builtin commands first. */
  list(chat: Chat): Promise<readonly RunnableCommand[]>;
  /** The command that a text is, with its arguments; null: it is a prompt. Throws for an unknown command. */
  resolve(chat: Chat, text: string): Promise<ResolvedCommand | null>;
  /** The same parts with what their text mentions. */
  withMentions(chat: Chat, parts: readonly Part[]): Prompt;
}

/** Loaded when the first slash or `@` is typed or sent: the commands of a window, and what can be mentioned. */
export function createWindowSlash(options: WindowSlashOptions): WindowSlash {
  const { home, folders, isTrusted, memory, notices } = options;
  const load = () => import('../../tools/index');
  const sources: readonly MentionSource[] = [];
  const shell = process.platform === 'win32' ? 'powershell' : 'bash';
  const expand = expandWith({ load, shell, sources });
  const list = async (chat: Chat): Promise<readonly RunnableCommand[]> => {
    const builtin = builtinCommands(
      slashActions({ commands: () => list(chat), extensions: options.extensions, memory }),
    );
    const names = new Set(builtin.flatMap(({ name, otherNames = [] }) => [name, ...otherNames]));
    const extensions = await options.extensions.active();
    const files = await findCommandFiles(commandPlaces({ home, folders: isTrusted() ? folders() : [], extensions }));
    const { commands, problems } = customCommands(files, names, expand);
    void notices.tell(problems);
    return [...builtin, ...commands];
  };
  return {
    list,
    async resolve(chat, text) {
      const input = resolveInput(text, await list(chat));
      if (input.kind === 'unknownCommand') throw new Error(unknownCommandText(input.name, input.similar));
      return input.kind === 'command' ? input : null;
    },
    withMentions: (_chat, parts) =>
      withMentions(parts, { reader: async () => (await load()).createMentionReader, sources }),
  };
}
