import * as l10n from '@vscode/l10n';
import type { ModelFailure } from '../../agent/ports/model';
import { showErrorMessage } from '../plainWindow';

/** Asks whether to continue with another model, by its display name; closing the question stops. */
export async function askFallback(to: string, { message }: ModelFailure): Promise<'switch' | 'once' | 'stop'> {
  const goOn = l10n.t('Continue with {0}', to);
  const once = l10n.t('Only this time');
  const question = `${message} ${l10n.t('Pollux can continue with another model.')}`;
  // Other kinds of message disappear after a while, and the run would wait for an answer to a hidden question.
  const answer = await showErrorMessage(question, goOn, once, l10n.t('Stop'));
  if (answer === goOn) return 'switch';
  return answer === once ? 'once' : 'stop';
}
