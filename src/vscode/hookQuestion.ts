import * as l10n from '@vscode/l10n';
import type { PendingHook } from '../agent/ports/hooks';
import { showWarningMessage } from './plainWindow';

/** A notification shows no more than this, and nobody agrees to what they can't see. */
const MAX_SHOWN = 300;

/** Puts a hook of the project to the person; one that is too long to be shown has to be looked at first. */
export async function askAboutHook({ event, command }: PendingHook): Promise<'approve' | 'show' | 'later' | undefined> {
  const shown = command.replace(/[\p{Cc}\p{Cf}]+/gu, '\u2423');
  const isWhole = shown === command && command.length <= MAX_SHOWN;
  const text = l10n.t('This project wants to run a command of its own at {0}: {1}', event, shown.slice(0, MAX_SHOWN));
  const [approve, show, later] = [l10n.t('Approve'), l10n.t('Show'), l10n.t('Not now')];
  const more = isWhole ? '' : ` ${l10n.t('Not all of it can be shown here.')}`;
  const answer = await showWarningMessage(`${text}${more}`, approve, show, later);
  if (answer === approve) return 'approve';
  return answer === show ? 'show' : answer === later ? 'later' : undefined;
}
