import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import type { Agents } from '../../agent/ports/agents';
import type { ListedAgent } from '../../context/agents/agentRegistry';
import { once } from '../../node/once';
import type { ContextSection } from '../../vscode/views/contextTree';
import { installedFiles } from '../../vscode/installedFiles';
import { extensionOrigin } from './extensionOrigin';
import { withFamily } from './fileFamily';
import { problemEntry } from './problemEntry';
import type { WindowAgentRegistry, WindowAgentsOptions } from './openWindowAgents';

/** Shows at a glance whether an agent is off or pending. */
const ICONS: Readonly<Record<ListedAgent['state'], string>> = { on: 'robot', off: 'circle-slash', pending: 'question' };

export interface WindowAgents {
  readonly agents: Agents;
  readonly section: ContextSection;
  /** Loads the agents. */
  readonly open: () => Promise<WindowAgentRegistry>;
}

/** The agents that the window's chats can start. None is read before they are first needed. */
export function createWindowAgents(options: WindowAgentsOptions): WindowAgents {
  const open = once(async () => (await import('./openWindowAgents')).openWindowAgents(options));
  const section: ContextSection = {
    id: 'agents',
    label: l10n.t('Agents'),
    icon: 'robot',
    emptyText: l10n.t('No agents were found.'),
    async entries() {
      const { agents, problems } = await (await open()).registry.find();
      const active = await options.extensions();
      const originOf = (file = '') => extensionOrigin(file, active, installedFiles('chatAgents'));
      return [
        ...agents.map(listed => ({
          id: `agents/${listed.agent.name}${listed.replaces ? '/replacement' : ''}`,
          icon: ICONS[listed.state],
          label: listed.agent.name,
          description: withFamily(describe(listed, originOf), listed.agent.file),
          tooltip: listed.agent.description,
          contextValue: `agent.${listed.state}`,
          ...(listed.agent.file !== undefined && { file: listed.agent.file }),
        })),
        ...problems.map((problem, i) => problemEntry(`agents/problem/${i}`, basename(problem.file), problem)),
      ];
    },
  };
  return { agents: { list: async () => (await open()).registry.list() }, section, open };
}

function describe({ agent, state, replaces }: ListedAgent, originOf: (file?: string) => string): string {
  if (state === 'pending' && replaces) return l10n.t('of the project, replaces the other one once you approve it');
  if (state === 'pending') return l10n.t('of the project, waits for your approval');
  const sources = {
    builtIn: l10n.t('comes with Pollux'),
    extension: originOf(agent.file),
    user: l10n.t('your own'),
    workspace: l10n.t('of the project'),
  };
  return state === 'off' ? `${sources[agent.source]}, ${l10n.t('off')}` : sources[agent.source];
}
