import * as l10n from '@vscode/l10n';
import type { MentionSource } from '../../agent/ports/mentionSource';
import type { Chat } from '../../chat/chat';
import { agentsAction, type AgentControl } from '../../context/commands/actions/agents';
import { mcpAction, type McpControl } from '../../context/commands/actions/mcp';
import { extensionsAction } from '../../context/commands/actions/extensions';
import { helpAction } from '../../context/commands/actions/help';
import { initAction } from '../../context/commands/actions/init';
import { memoryAction } from '../../context/commands/actions/memory';
import { skillsAction, type SkillControl } from '../../context/commands/actions/skills';
import { statsAction, type StatsKind } from '../../context/commands/actions/stats';
import { toolsAction } from '../../context/commands/actions/tools';
import type { EditorCommandName } from '../../context/commands/builtinTable';
import type { CommandAction, RunnableCommand } from '../../context/commands/command';
import { copyText } from '../../vscode/clipboard';
import { chatAction } from './chatCommands';
import { copyAction } from './copyCommand';
import { directoryAction } from './directoryCommand';
import { editorCommand, opening, silentCommand } from './editorCommand';
import { modelAction } from './modelCommand';
import type { WindowMemory } from '../sources/windowMemory';
import { initPorts, memoryPorts } from './memoryPorts';
import type { WindowExtensions } from '../extensions/windowExtensions';

/** What the panel's slash commands need from the window and from the chat they were typed in. */
export interface SlashContext {
  readonly chat: Chat;
  readonly folders: () => readonly string[];
  readonly commands: () => Promise<readonly RunnableCommand[]>;
  readonly mentions: readonly MentionSource[];
  readonly memory: WindowMemory;
  readonly extensions: Pick<WindowExtensions, 'find' | 'refresh'>;
  readonly agents: () => Promise<AgentControl>;
  readonly skills: SkillControl;
  readonly mcp: () => Promise<McpControl>;
  readonly statistics: (kind: StatsKind) => Promise<string>;
}

/** What each of Pollux's own slash commands does in the panel. */
export function slashActions(context: SlashContext): Readonly<Record<EditorCommandName, CommandAction>> {
  return {
    about: editorCommand('pollux.diagnoseSignIn'),
    agents: agentsAction(context.agents),
    bug: editorCommand('pollux.reportIssue'),
    chat: chatAction,
    // A cleared chat starts empty.
    clear: silentCommand('pollux.newChat'),
    compress: () => ({ kind: 'compress' }),
    copy: copyAction(context.chat, copyText),
    directory: directoryAction(context.folders),
    extensions: extensionsAction(context.extensions),
    help: helpAction(context.commands, context.mentions),
    hooks: editorCommand('pollux.showHooks'),
    init: initAction(initPorts(context.memory)),
    mcp: mcpAction(context.mcp),
    memory: memoryAction(memoryPorts(context.memory)),
    mode: editorCommand('pollux.selectMode'),
    model: modelAction,
    policies: editorCommand('pollux.explainPolicy'),
    restore: editorCommand('pollux.restoreCheckpoint'),
    rewind: editorCommand('pollux.rewind'),
    settings: opening(
      () => l10n.t('The settings of Pollux were opened.'),
      'workbench.action.openSettings',
      '@ext:pollux-dev.pollux',
    ),
    skills: skillsAction(
      context.skills,
      opening(() => l10n.t('Opened the Context view, which lists the skills.'), 'pollux.context.focus'),
    ),
    stats: statsAction(context.statistics),
    tools: toolsAction(() => context.chat.session.tools()),
  };
}
