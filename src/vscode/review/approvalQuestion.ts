import * as l10n from '@vscode/l10n';
import { plainText } from '../../shared/plainText';
import { showWarningMessage } from '../plainWindow';

/** The longest text that a notification shows, in characters: users must not approve what they can't see. */
const MAX_SHOWN = 300;

export type Answer = 'approve' | 'show' | 'later' | undefined;

/** Whether a notification can show the content completely and unchanged. */
export function canBeShown(content: string): boolean {
  return content.length <= MAX_SHOWN && plainText(content) === content && !/[\n\t]/.test(content);
}

/** `mayApprove`: the user has seen everything that they would approve. */
export async function askToApprove(text: string, mayApprove: boolean): Promise<Answer> {
  const [approve, show, later] = [l10n.t('Approve'), l10n.t('Show'), l10n.t('Not now')];
  const answer = await showWarningMessage(text, ...(mayApprove ? [approve] : []), show, later);
  if (answer === approve) return 'approve';
  return answer === show ? 'show' : answer === later ? 'later' : undefined;
}
