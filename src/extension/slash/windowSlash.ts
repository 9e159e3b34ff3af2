import type { SessionStore } from '../../agent/ports/sessionStore';
import type { Workspace } from '../../agent/ports/workspace';
import type { Prompt } from '../../agent/ports/promptTools';
import type { Chat } from '../../chat/chat';
import type { Offer } from '../../chat/host/chatHostOptions';
import type { ResolvedCommand } from '../../chat/prompts/sending';
import { builtinCommands, unknownCommandText } from '../../context/commands/builtinCommands';
import type { RunnableCommand } from '../../context/commands/command';
import { commandCompletions, mentionCompletions } from '../../context/commands/completions';
import { customCommands } from '../../context/commands/custom/customCommands';
import { expandWith } from '../../context/commands/custom/expandWith';
import { skillCommands } from '../../context/commands/skillCommands';
import { resolveInput } from '../../context/commands/resolveInput';
import type { SkillRegistry } from '../../context/skills';
import type { MentionSource } from '../../agent/ports/mentionSource';
import { runTypedCommand } from '../../context/commands/typedCommand';
import { toolMentions } from '../../context/mentions/toolMentions';
import { weighMentions } from '../../context/mentions/weighMentions';
import { withMentions } from '../../context/mentions/promptWithMentions';
import { commandPlaces, findCommandFiles } from '../../node/config/commandFiles';
import { once } from '../../node/once';
import type { Part } from '../../shared/messages';
import type { CompletionKind, MentionView } from '../../shared/protocol';
import { followEditedFiles, type EditedFiles } from '../../vscode/documents/editedFiles';
import { editorMentions } from '../../vscode/language/editorMentions';
import { editorRipgrep } from '../../vscode/documents/editorRipgrep';
import { installedFiles } from '../../vscode/installedFiles';
import { terminalMention } from '../../vscode/terminal/terminalMention';
import type { TerminalOutput } from '../../vscode/terminal/terminalOutput';
import type { SettingsNotices } from '../../vscode/settingsNotices';
import { FileCompletions } from './fileCompletions';
import type { WindowMemory } from '../sources/windowMemory';
import type { WindowServers } from '../mcp/mcpTools';
import { mcpCommands } from '../../mcp/prompts/promptCommands';
import { mcpMentions } from '../../mcp/resources/resourceMentions';
import type { SourceOptions } from '../sources/sourceOptions';
import type { WindowAgents } from '../sources/windowAgents';
import { agentControl } from './agentControl';
import { skillControl } from './skillControl';
import { mcpControl } from './mcpControl';
import { agentMentions } from '../../context/agents/agentMentions';
import type { WindowExtensions } from '../extensions/windowExtensions';
import { windowStatistics } from '../runs/windowStatistics';
import { slashActions } from './slashActions';

export interface WindowSlashOptions extends Omit<SourceOptions, 'log'> {
  readonly extensions: Pick<WindowExtensions, 'active' | 'find' | 'refresh'>;
  readonly memory: WindowMemory;
  readonly agents: WindowAgents;
  readonly mcp: Pick<WindowServers, 'open' | 'opened' | 'connect'>;
  readonly registry: SkillRegistry;
  readonly notices: SettingsNotices;
  readonly workspace: Workspace;
  readonly store: SessionStore;
  readonly terminals: TerminalOutput;
  /** Disposes of it when the window closes. */
  readonly keep: (disposable: EditedFiles) => EditedFiles;
}

export interface WindowSlash {
  /** The commands that can be typed in a chat, built-in ones first. */
  list(chat: Chat): Promise<readonly RunnableCommand[]>;
  /** The command in a text, with its arguments; null: the text is a prompt. Throws for an unknown command. */
  resolve(chat: Chat, text: string): Promise<ResolvedCommand | null>;
  /** Returns the same parts, plus what their text mentions. */
  withMentions(chat: Chat, parts: readonly Part[]): Prompt;
  /**
   * Calls `offer` with completions for `typed`, and again when more were found. A later search for files cancels an
   * earlier one.
   */
  complete(chat: Chat, kind: CompletionKind, typed: string, offer: Offer): Promise<void>;
  weigh(text: string): Promise<readonly MentionView[]>;
  /** A shell command that the user typed, and its output. */
  runTyped(command: string): Prompt;
}

/** The window's slash commands and mentions. Loaded when the first `/` or `@` is typed or sent. */
export function createWindowSlash(options: WindowSlashOptions): WindowSlash {
  const { home, folders, isTrusted, memory, mcp, notices } = options;
  const load = () => import('../../tools/index');
  const shellReader = async () => (await load()).createPromptShell;
  const servers = () => mcp.opened()?.servers;
  const sources: readonly MentionSource[] = [
    ...editorMentions,
    terminalMention(options.terminals),
    ...toolMentions(shellReader),
    agentMentions(options.agents.agents),
    mcpMentions(servers),
  ];
  const shell = process.platform === 'win32' ? 'powershell' : 'bash';
  const expand = expandWith({ load, shell, sources: () => sources });
  const list = async (chat: Chat): Promise<readonly RunnableCommand[]> => {
    const builtin = builtinCommands(
      slashActions({
        chat,
        folders,
        commands: () => list(chat),
        mentions: sources,
        extensions: options.extensions,
        memory,
        agents: async () => agentControl(await options.agents.open(), options),
        skills: skillControl(options),
        mcp: async () => mcpControl(await mcp.open()),
        statistics: kind => windowStatistics(kind, { chat, store: options.store }),
      }),
      'editor',
    );
    const names = new Set(builtin.flatMap(({ name, otherNames = [] }) => [name, ...otherNames]));
    const extensions = await options.extensions.active();
    const settings = options.settings();
    const files = await findCommandFiles(
      commandPlaces({
        home,
        folders: isTrusted() ? folders() : [],
        extensions,
        hasOthers: settings['commands.others'],
        installed: settings['commands.installed'] ? installedFiles('chatPromptFiles') : [],
      }),
    );
    const { commands, problems } = await customCommands(files, names, expand);
    void notices.tell(problems);
    const taken = new Set([...names, ...commands.map(({ name }) => name)]);
    const found = servers();
    const ofServers = found ? mcpCommands(found, taken) : [];
    const { skills } = await options.registry.find();
    const before = new Set([...taken, ...ofServers.map(({ name }) => name)].map(name => name.toLowerCase()));
    const ask = async (agent: string) => (await options.agents.open()).ask(agent);
    const { registry } = options;
    return [...builtin, ...commands, ...ofServers, ...skillCommands(skills, { registry, ask }, before)];
  };
  const files = once(
    async () => new FileCompletions({ folders, ripgrep: editorRipgrep, edited: options.keep(followEditedFiles()) }),
  );
  let known: Promise<readonly RunnableCommand[]> | undefined;
  return {
    list,
    async complete(chat, kind, typed, offer) {
      if (kind === 'command') {
        // Listed again when the completion list opens, not with each key.
        if (typed === '' || !known) known = list(chat);
        offer(commandCompletions(await known, typed));
        return;
      }
      if (kind === 'argument') {
        const [, name = '', rest = ''] = /^(\S+)\s+([^]*)$/.exec(typed) ?? [];
        const commands = await (known ??= list(chat));
        const command = commands.find(each => each.name === name || each.otherNames?.includes(name));
        offer((await command?.complete?.(rest)) ?? []);
        return;
      }
      const offers = (await Promise.all(sources.map(async source => source.offers(typed)))).flat();
      const found = await files();
      return found.find(typed.replace(/\\(.)/g, '$1'), (paths, recent) =>
        offer(mentionCompletions(offers, paths, typed, recent)),
      );
    },
    async weigh(text) {
      const offers = (await Promise.all(sources.map(async source => source.offers()))).flat();
      return weighMentions(text, options.workspace, offers);
    },
    async resolve(chat, text) {
      let input = resolveInput(text, await list(chat));
      if (input.kind === 'unknownCommand') {
        // It may be a prompt of an MCP server that wasn't connected yet.
        await mcp.connect();
        input = resolveInput(text, await list(chat));
      }
      if (input.kind === 'unknownCommand') throw new Error(unknownCommandText(input.name, input.similar));
      return input.kind === 'command' ? input : null;
    },
    runTyped: command => runTypedCommand(command, shellReader),
    withMentions: (_chat, parts) =>
      withMentions(parts, { reader: async () => (await load()).createMentionReader, sources }),
  };
}
