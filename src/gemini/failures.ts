import * as l10n from '@vscode/l10n';
import type { ModelFailure, ModelFailureKind } from '../agent/ports';
import { HttpError, readApiError, type ApiError } from './apiError';

/** A longer wait than this is no wait but a used-up quota. */
const LONGEST_WAIT_MS = 300_000;

/** What a request's failure means. `isSilent`: our own timer gave up waiting for the service. */
export function failureOf(error: unknown, signal: AbortSignal, isSilent = false): ModelFailure {
  if (signal.aborted) return { kind: 'cancelled', message: l10n.t('Stopped.') };
  if (isSilent) {
    return { kind: 'silent', message: l10n.t('The Gemini service has stopped responding.') };
  }
  if (error instanceof HttpError) return failureOfApi(readApiError(error.status, error.body));
  if (error instanceof SyntaxError) {
    return { kind: 'badStream', message: l10n.t('The answer could not be read.'), detail: error.message };
  }
  return failureOfConnection(error);
}

/** Classifies what the service itself says is wrong. */
export function failureOfApi(error: ApiError): ModelFailure {
  const kind = kindOf(error);
  const retryAfterMs = retryDelayOf(error);
  return {
    kind,
    message: sentenceFor(kind, error, retryAfterMs),
    detail: error.message,
    status: error.status,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}

function kindOf(error: ApiError): ModelFailureKind {
  const { status, message, details } = error;
  if (details.some(detail => detail.reason === 'API_KEY_INVALID') || /API key (not valid|expired)/i.test(message)) {
    return 'auth';
  }
  if (status === 400 || status === 413) return isTooLong(message) || status === 413 ? 'tooLong' : 'badRequest';
  if (status === 401) return 'auth';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'notFound';
  if (status === 429) return isUsedUp(error) ? 'quota' : 'rateLimit';
  return status >= 500 || status === 408 || status === 499 ? 'overloaded' : 'other';
}

function isTooLong(message: string): boolean {
  return /token count.*exceeds|exceeds the maximum number of tokens/i.test(message);
}

function isUsedUp(error: ApiError): boolean {
  const quotas = error.details.flatMap(detail => detail.violations ?? []).map(violation => violation.quotaId ?? '');
  const delay = retryDelayOf(error);
  return (
    quotas.some(quota => /PerDay|Daily/.test(quota)) ||
    error.details.some(detail => detail.reason === 'QUOTA_EXHAUSTED') ||
    /limit: 0\b/.test(error.message) ||
    (delay !== undefined && delay > LONGEST_WAIT_MS)
  );
}

function retryDelayOf({ details, message }: ApiError): number | undefined {
  const said = details.find(detail => detail.retryDelay !== undefined)?.retryDelay;
  const [, amount, unit] =
    /^([\d.]+)(s|ms)$/.exec(said ?? '') ?? /(?:retry in|reset after) ([\d.]+)(ms|s)/i.exec(message) ?? [];
  return amount === undefined ? undefined : Math.ceil(Number(amount) * (unit === 'ms' ? 1 : 1000));
}

function sentenceFor(kind: ModelFailureKind, { status, message }: ApiError, retryAfterMs?: number): string {
  switch (kind) {
    case 'auth':
      return l10n.t('The Gemini service did not accept the API key ({0}).', status);
    case 'forbidden':
      return l10n.t('This account may not use the model or the service ({0}).', status);
    case 'notFound':
      return l10n.t('The model was not found ({0}). Choose another one.', status);
    case 'quota':
      return retryAfterMs === undefined
        ? l10n.t('The quota of this model is used up ({0}).', status)
        : l10n.t('The quota of this model is used up ({0}). It resets in {1}.', status, inWords(retryAfterMs));
    case 'rateLimit':
      return l10n.t('Too many requests ({0}).', status);
    case 'overloaded':
      return l10n.t('The Gemini service is overloaded or has failed ({0}).', status);
    case 'tooLong':
      return l10n.t('The conversation is longer than the model can take ({0}).', status);
    case 'badRequest':
      return l10n.t('The Gemini service refused the request ({0}): {1}', status, message);
    default:
      return l10n.t('The Gemini service answered with an error ({0}): {1}', status, message);
  }
}

function inWords(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 1) return l10n.t('{0} s', Math.ceil(ms / 1000));
  return minutes < 120 ? l10n.t('{0} min', minutes) : l10n.t('{0} h', Math.round(minutes / 60));
}

/** `fetch` rejects with a bare TypeError; the reason is in its cause, sometimes several of them. */
function failureOfConnection(error: unknown): ModelFailure {
  const { cause } = error instanceof Error ? error : { cause: undefined };
  const code = codeOf(cause) ?? codeOf(error);
  const detail = [error, cause].flatMap(each => (each instanceof Error ? [each.message] : [])).join(': ');
  switch (code) {
    case 'ECONNREFUSED':
      return { kind: 'network', message: l10n.t('The Gemini service refused the connection.'), detail };
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return { kind: 'network', message: l10n.t('The address of the Gemini service was not found.'), detail };
    default:
      return { kind: 'network', message: l10n.t('The connection to the Gemini service broke.'), detail };
  }
}

function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return 'errors' in error && Array.isArray(error.errors) ? codeOf(error.errors[0]) : undefined;
}
