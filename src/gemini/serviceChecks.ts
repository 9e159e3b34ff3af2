import * as l10n from '@vscode/l10n';
import type { Check } from '../shared/check';
import { redact } from '../shared/redact';
import { diagnoseSignIn, type DiagnosisOptions } from './diagnosis';

/** How many milliseconds all checks together may take. */
const PATIENCE_MS = 30_000;

/**
 * Checks access to the service, with one check per step: the sign-in, its credentials, the model, and the remaining
 * quota.
 */
export async function checkService(options: DiagnosisOptions): Promise<readonly Check[]> {
  const hops = await diagnoseSignIn(options, AbortSignal.timeout(PATIENCE_MS));
  return hops.map(({ name, found, problem }): Check => {
    if (!problem) return { name, status: 'ok', detail: redact(found) };
    const reason = [problem.message, problem.detail].filter(each => each !== undefined).join(' ');
    const detail = redact([found, reason].filter(each => each !== '').join(': '));
    const remedy = problem.kind === 'auth' ? l10n.t('Sign in, or set GEMINI_API_KEY.') : problem.link;
    return { name, status: 'failed', detail, ...(remedy !== undefined && { remedy }) };
  });
}
