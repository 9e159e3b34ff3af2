import * as l10n from '@vscode/l10n';
import type { ChatState } from '../../src/shared/chatState';

/**
 * For how many seconds, at least, the service has sent nothing, in the chat or one of its agents; undefined if it
 * isn't silent.
 */
export function silentSecondsOf({ silentSeconds, agents = {} }: Pick<ChatState, 'silentSeconds' | 'agents'>) {
  return (
    silentSeconds ?? Object.values(agents).find(({ chat }) => chat.silentSeconds !== undefined)?.chat.silentSeconds
  );
}

/** One sentence that stays true while the silence continues. */
export function silenceText(seconds: number): string {
  return l10n.t('The Gemini service has sent nothing for more than {0} s.', seconds);
}
