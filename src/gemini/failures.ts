import * as l10n from '@vscode/l10n';
import type { ModelFailure, ModelFailureKind } from '../agent/ports/model';
import { EgressError, SignInError } from '../shared/errors';
import { redact } from '../shared/redact';
import type { Watch } from './patience';
import { HttpError, readApiError, type ApiError } from './apiError';
import { failureOfConnection, type ProxyLookup } from './connectionFailures';
import { cappedDelay, isCodeAssist, retryDelayOf, throttlingOf } from './throttling';

/** A failure recognized where it occurs, thrown until it is converted to a value; see `failureOf`. */
export class ModelError extends Error {
  constructor(readonly failure: ModelFailure) {
    super(failure.message);
    this.name = 'ModelError';
  }
}

/**
 * Converts an error to a failure, with apparent secrets redacted, since a failure is shown, stored and sent.
 * `isSilent`: our own timeout ended the request. `proxyFor`: used to name a proxy that caused the failure.
 */
export function failureOf(error: unknown, signal: AbortSignal, isSilent = false, proxyFor?: ProxyLookup): ModelFailure {
  const failure = meaningOf(error, signal, isSilent, proxyFor);
  const { message, detail } = failure;
  return { ...failure, message: redact(message), ...(detail !== undefined && { detail: redact(detail) }) };
}

/** The failure of a request that `watch` observed. */
export function failureWatched(
  error: unknown,
  signal: AbortSignal,
  watch: Watch,
  proxyFor?: ProxyLookup,
): ModelFailure {
  const failure = failureOf(error, signal, watch.isSilent, proxyFor);
  return watch.isGivenUp && failure.kind === 'silent' ? { ...failure, isGivenUp: true } : failure;
}

function meaningOf(
  error: unknown,
  signal: AbortSignal,
  isSilent: boolean,
  proxyFor: ProxyLookup | undefined,
): ModelFailure {
  if (signal.aborted) return { kind: 'cancelled', message: l10n.t('Stopped.') };
  if (isSilent) {
    return { kind: 'silent', message: l10n.t('The Gemini service has stopped responding.') };
  }
  if (error instanceof ModelError) return error.failure;
  const heldBack = heldBackBy(error);
  if (heldBack) return { kind: 'held', message: heldBack.message, isPermanent: true };
  if (error instanceof SignInError) {
    return { kind: 'auth', message: error.message, ...(error.detail !== undefined && { detail: error.detail }) };
  }
  if (error instanceof HttpError) return failureOfApi(readApiError(error.status, error.body));
  if (error instanceof SyntaxError) return unreadable(error);
  return failureOfConnection(error, proxyFor);
}

/** The error of a request that was blocked locally, even if a library has wrapped it. */
function heldBackBy(error: unknown): EgressError | undefined {
  const causes = [error, (error as Error | undefined)?.cause];
  return causes.find(each => each instanceof EgressError);
}

/** The failure for an answer that isn't complete, valid JSON. */
export function unreadable({ message: detail }: SyntaxError): ModelFailure {
  return { kind: 'badStream', message: l10n.t('The answer couldn’t be read.'), detail: redact(detail) };
}

/** Classifies an error reported by the service itself. */
export function failureOfApi(error: ApiError): ModelFailure {
  const { kind, retryAfterMs } = classify(error);
  const link = kind === 'validation' ? validationLink(error) : undefined;
  return {
    kind,
    message: sentenceFor(kind, error, retryAfterMs),
    detail: error.message,
    status: error.status,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(link !== undefined && { link }),
  };
}

function classify(error: ApiError): { readonly kind: ModelFailureKind; readonly retryAfterMs?: number } {
  const { status, message, details } = error;
  const has = (reason: string) => details.some(detail => detail.reason === reason);
  if (has('API_KEY_INVALID') || /API key (not valid|expired)/i.test(message)) return { kind: 'auth' };
  switch (status) {
    case 400:
      return { kind: isTooLong(message) ? 'tooLong' : 'badRequest' };
    case 401:
      return { kind: 'auth' };
    case 403:
      if (details.some(each => each.reason === 'VALIDATION_REQUIRED' && isCodeAssist(each.domain))) {
        return { kind: 'validation' };
      }
      return { kind: has('TOS_VIOLATION') ? 'suspended' : 'forbidden' };
    case 404:
      return { kind: 'notFound' };
    case 413:
      return { kind: 'tooLong' };
    case 429:
    case 499:
    case 503:
      return throttlingOf(error);
    default: {
      const retryAfterMs = cappedDelay(retryDelayOf(error));
      const kind = status >= 500 || status === 408 ? 'overloaded' : 'other';
      return { kind, ...(retryAfterMs !== undefined && { retryAfterMs }) };
    }
  }
}

function isTooLong(message: string): boolean {
  return /token count.*exceeds|exceeds the maximum number of tokens/i.test(message);
}

function validationLink({ details }: ApiError): string | undefined {
  const links = details.flatMap(detail => detail.links ?? []);
  const isAdvice = (text = '') => /^learn more$/i.test(text.trim());
  return googleLink([
    ...links.filter(link => !isAdvice(link.description)).map(link => link.url),
    ...details.map(detail => detail.metadata?.validation_link),
  ]);
}

/** The first address on Google's own domain, because the user is going to sign in there. */
export function googleLink(candidates: readonly (string | undefined)[]): string | undefined {
  return candidates.find(isGoogles);
}

function isGoogles(address: string | undefined): address is string {
  if (address === undefined || !URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' && /(?:^|\.)google\.com$/.test(hostname);
}

function sentenceFor(kind: ModelFailureKind, { status, message }: ApiError, retryAfterMs?: number): string {
  switch (kind) {
    case 'auth':
      return l10n.t('The Gemini service didn’t accept the API key ({0}).', status);
    case 'forbidden':
      return l10n.t('This account may not use the model or the service ({0}).', status);
    case 'notFound':
      return l10n.t('The model wasn’t found ({0}). Choose another one.', status);
    case 'quota':
      return retryAfterMs === undefined
        ? l10n.t('The quota of this model is used up ({0}).', status)
        : l10n.t('The quota of this model is used up ({0}). It resets in {1}.', status, inWords(retryAfterMs));
    case 'capacity':
      return l10n.t('This model has no capacity at present ({0}).', status);
    case 'validation':
      return l10n.t('Google asks you to verify your account before you can continue ({0}).', status);
    case 'suspended':
      return l10n.t('Google has suspended this account for a violation of its terms ({0}).', status);
    case 'rateLimit':
      return l10n.t('Too many requests ({0}).', status);
    case 'overloaded':
      return l10n.t('The Gemini service is overloaded or has failed ({0}).', status);
    case 'tooLong':
      return l10n.t('The conversation is too long for this model ({0}).', status);
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
