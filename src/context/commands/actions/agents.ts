import * as l10n from '@vscode/l10n';
import type { AgentsFound } from '../../agents/agentRegistry';
import { notice, plainMarkdown, type CommandAction, type CommandResult } from '../command';
import { problemList } from './problemList';

/** Operations on agents. Each throws an `Error` whose message is for the user. */
export interface AgentControl {
  find(): Promise<AgentsFound>;
  /** Reads all files again. */
  reload(): Promise<void>;
  setEnabled(name: string, isEnabled: boolean): Promise<void>;
  /** Asks the user about an agent that waits for approval; false: it doesn't. Doesn't wait for the answer. */
  ask(name: string): Promise<boolean>;
  /** A path in the form shown to the user. */
  readonly pathFor: (path: string) => string;
}

/** `/agents [list|reload|enable NAME|disable NAME]`. */
export function agentsAction(control: () => Promise<AgentControl>): CommandAction {
  return async args => {
    const [, verb = '', name = ''] = /^(\S*)\s*(.*)$/s.exec(args.trim()) ?? [];
    const agents = await control();
    switch (verb) {
      case '':
      case 'list':
      case 'ls':
        return list(await agents.find(), agents);
      case 'reload':
      case 'refresh':
        await agents.reload();
        return list(await agents.find(), agents);
      case 'enable':
      case 'disable': {
        const known = nameIn(await agents.find(), name);
        await agents.setEnabled(known, verb === 'enable');
        if (verb === 'disable') return notice(l10n.t('The agent “{0}” is disabled.', known));
        const waits = await agents.ask(known);
        return notice(
          waits
            ? l10n.t('The agent “{0}” can be used once you approve it.', known)
            : l10n.t('The agent “{0}” is enabled.', known),
        );
      }
      default:
        throw new Error(l10n.t('/agents takes list, reload, enable or disable.'));
    }
  };
}

function nameIn({ agents }: AgentsFound, name: string): string {
  const names = agents.map(({ agent }) => agent.name);
  const found = names.find(each => each.toLowerCase() === name.toLowerCase());
  if (found === undefined) throw new Error(l10n.t('There is no agent “{0}”. Available: {1}', name, names.join(', ')));
  return found;
}

function list({ agents, problems }: AgentsFound, { pathFor }: Pick<AgentControl, 'pathFor'>): CommandResult {
  const rows = agents.map(({ agent: { name, description }, state, replaces }) => {
    const pending = replaces
      ? l10n.t('replaces the other one once you approve it: {0}', `/agents enable ${name}`)
      : l10n.t('waits for your approval');
    const said = { on: '', off: ` (${l10n.t('off')})`, pending: ` (${pending})` }[state];
    return `- \`${name}\`${said}: ${plainMarkdown(description)}`;
  });
  const more = problemList(l10n.t('Problems in agent files:'), problems, pathFor);
  return notice([...rows, ...more].join('\n') || l10n.t('No agents were found.'));
}
