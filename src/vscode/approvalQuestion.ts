import * as l10n from '@vscode/l10n';
import { plainText } from '../shared/plainText';
import { showWarningMessage } from './plainWindow';

/** A notification shows no more than this, and nobody agrees to what they can't see. */
const MAX_SHOWN = 300;

export type Answer = 'approve' | 'show' | 'later' | undefined;

/** Whether a notification shows all of it, as it is. */
export function canBeShown(content: string): boolean {
  return content.length <= MAX_SHOWN && plainText(content) === content && !/[\n\t]/.test(content);
}

/** `mayApprove`: the user has seen all that they would agree to. */
export async function askToApprove(text: string, mayApprove: boolean): Promise<Answer> {
  const [approve, show, later] = [l10n.t('Approve'), l10n.t('Show'), l10n.t('Not now')];
  const answer = await showWarningMessage(text, ...(mayApprove ? [approve] : []), show, later);
  if (answer === approve) return 'approve';
  return answer === show ? 'show' : answer === later ? 'later' : undefined;
}
