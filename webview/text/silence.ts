import * as l10n from '@vscode/l10n';
import type { ChatState } from '../../src/shared/chatState';

/**
 * One sentence saying that the service has sent nothing, in the chat or to one of its agents, which it names; it stays
 * true while the silence continues. Undefined if the service isn't silent.
 */
export function silenceText({ silentSeconds, agents = {} }: Pick<ChatState, 'silentSeconds' | 'agents'>) {
  if (silentSeconds !== undefined)
    return l10n.t('The Gemini service has sent nothing for more than {0} s.', silentSeconds);
  for (const { agent, chat } of Object.values(agents)) {
    if (chat.silentSeconds === undefined) continue;
    return l10n.t('{0}: The Gemini service has sent nothing for more than {1} s.', agent.title, chat.silentSeconds);
  }
  return undefined;
}
