import * as l10n from '@vscode/l10n';
import type { Chat } from '../../chat/chat';
import { notice, type CommandAction } from '../../context/commands/command';

/** What the chat has taken so far. */
export function statsAction({ session }: Pick<Chat, 'session'>): CommandAction {
  return () => {
    const { usage, messages } = session.state;
    const { total, limit } = session.contextUse();
    const number = (count: number) => count.toLocaleString('en-US');
    const rows = [
      [l10n.t('Requests'), number(messages.filter(({ role }) => role === 'assistant').length)],
      [l10n.t('Tokens sent'), `${number(usage.input)} (${l10n.t('{0} from the cache', number(usage.cached))})`],
      [l10n.t('Tokens received'), number(usage.output)],
      [l10n.t('Context'), l10n.t('about {0} of {1} tokens', number(total), number(limit))],
      ...(usage.cost === undefined ? [] : [[l10n.t('Cost, estimated'), `$${usage.cost.toFixed(4)}`]]),
    ];
    return notice(rows.map(([name, value]) => `- ${name}: ${value}`).join('\n'));
  };
}
