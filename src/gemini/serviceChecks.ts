import * as l10n from '@vscode/l10n';
import type { AuthType } from '../config/guardRows';
import type { Check } from '../shared/check';
import { redact } from '../shared/redact';
import { diagnoseSignIn, type DiagnosisOptions } from './diagnosis';

/** How many milliseconds all checks together may take. */
const PATIENCE_MS = 30_000;

/**
 * Checks access to the service, with one check per step: the sign-in, its credentials, the model, and the remaining
 * quota. `required`: the only way to sign in that the settings allow; empty if they don't say.
 */
export async function checkService(options: DiagnosisOptions, required: AuthType): Promise<readonly Check[]> {
  const hops = await diagnoseSignIn(options, AbortSignal.timeout(PATIENCE_MS));
  return hops.map(({ name, found, problem }): Check => {
    if (!problem) return { name, status: 'ok', detail: redact(found) };
    const reason = [problem.message, problem.detail].filter(each => each !== undefined).join(' ');
    const detail = redact([found, reason].filter(each => each !== '').join(': '));
    const remedy = problem.kind === 'auth' ? signInRemedy(required) : problem.link;
    return { name, status: 'failed', detail, ...(remedy !== undefined && { remedy }) };
  });
}

/** What to do for a sign-in; undefined where only the message of the failure knows. */
function signInRemedy(required: AuthType): string | undefined {
  switch (required) {
    case '':
      return l10n.t('Sign in, or set GEMINI_API_KEY.');
    case 'gemini-api-key':
      return l10n.t('Enter an API key, or set GEMINI_API_KEY.');
    case 'oauth-personal':
      return l10n.t('Sign in with Google.');
    case 'vertex-ai':
      return l10n.t('Set GOOGLE_CLOUD_PROJECT and GOOGLE_CLOUD_LOCATION, or an express key in GOOGLE_API_KEY.');
    case 'compute-default-credentials':
    case 'cloud-shell':
    case 'gateway':
      return undefined;
    default:
      return required satisfies never;
  }
}
