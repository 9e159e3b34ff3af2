import * as l10n from '@vscode/l10n';
import type { ChatState } from '../../src/shared/chatState';

/** For how long nothing has come from the service, at least, in the chat or an agent's; undefined: it is not silent. */
export function silentSecondsOf({ silentSeconds, agents = {} }: Pick<ChatState, 'silentSeconds' | 'agents'>) {
  return (
    silentSeconds ?? Object.values(agents).find(({ chat }) => chat.silentSeconds !== undefined)?.chat.silentSeconds
  );
}

/** One sentence that stays true while the silence goes on. */
export function silenceText(seconds: number): string {
  return l10n.t('The Gemini service has sent nothing for more than {0} s.', seconds);
}
