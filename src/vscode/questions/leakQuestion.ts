import * as l10n from '@vscode/l10n';
import { showErrorMessage } from '../plainWindow';

/**
 * Asks whether to send a request that belongs to no chat and contains secrets, which are described in words; closing
 * the question stops.
 */
export async function askAboutLeak(secrets: readonly string[]): Promise<'send' | 'redact' | 'stop'> {
  const redact = l10n.t('Redact');
  const send = l10n.t('Send this once');
  const question = l10n.t('The request to the model contains {0}.', secrets.join(', '));
  // Other kinds of message disappear after a while, and the run would wait for an answer to a hidden question.
  const answer = await showErrorMessage(question, redact, send, l10n.t('Don’t send'));
  if (answer === redact) return 'redact';
  return answer === send ? 'send' : 'stop';
}
