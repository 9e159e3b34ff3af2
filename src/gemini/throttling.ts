import type { ModelFailureKind } from '../agent/ports/model';
import type { ApiError } from './apiError';

/** A longer wait counts as a used-up quota. */
const LONGEST_WAIT_MS = 300_000;

/** The longest wait for a service in trouble: that may be over sooner than it says. */
const LONGEST_OUTAGE_MS = 30_000;

/** How long to wait if only the kind of limit is known: requests per minute. */
const MINUTE_MS = 60_000;

const CAPACITY_WORDS = /exhausted your capacity|capacity exceeded/i;

/** The meaning of a 429, 499 or 503, and how long the service asks to wait, if it does. */
export interface Throttling {
  readonly kind: Extract<ModelFailureKind, 'quota' | 'capacity' | 'rateLimit' | 'overloaded'>;
  readonly retryAfterMs?: number;
}

/**
 * Distinguishes temporary limits (wait) from lasting ones (stop, or use another model). The order matters: a body may
 * contain several reasons, such as a daily quota together with a delay of seconds.
 */
export function throttlingOf(error: ApiError): Throttling {
  const { status, message, details } = error;
  const delay = retryDelayOf(error);
  const passing = status === 429 ? 'rateLimit' : 'overloaded';
  const wait = (kind: Throttling['kind'], ms = delay) => ({ kind, ...(ms !== undefined && { retryAfterMs: ms }) });
  const shortWait = (kind: 'rateLimit' | 'overloaded') => {
    if (kind === 'overloaded') return wait(kind, cappedDelay(delay));
    return wait(isLong(delay) ? 'quota' : kind);
  };

  if (/limit: 0\b/.test(message)) return wait('quota');
  if (details.length === 0) {
    if (/retry in [\d.]+m?s/i.test(message)) return shortWait(passing);
    return CAPACITY_WORDS.test(message) ? wait('quota') : shortWait(passing);
  }
  const quotas = details.flatMap(detail => detail.violations ?? []).map(violation => violation.quotaId ?? '');
  if (quotas.some(quota => /PerDay|Daily/.test(quota))) {
    // A delay of seconds belongs to a limit per minute: after it, the daily quota is still used up.
    return isLong(delay) ? wait('quota') : { kind: 'quota' };
  }
  const has = (reason: string, isOurs = false) =>
    details.some(detail => detail.reason === reason && (!isOurs || isCodeAssist(detail.domain)));
  if (has('MODEL_CAPACITY_EXHAUSTED') || has('MODEL_CAPACITY_EXCEEDED')) return wait('capacity');
  if (has('INSUFFICIENT_G1_CREDITS_BALANCE') || has('QUOTA_EXHAUSTED')) return wait('quota');
  if (has('RATE_LIMIT_EXCEEDED', true)) return delay === undefined ? { kind: 'quota' } : shortWait(passing);
  if (delay !== undefined) return shortWait(passing);
  const limits = [...quotas, ...details.map(detail => detail.metadata?.quota_limit ?? '')];
  if (limits.some(limit => limit.includes('PerMinute'))) return wait(passing, MINUTE_MS);
  return CAPACITY_WORDS.test(message) ? wait('quota') : wait(passing);
}

/** Whether an error comes from Code Assist, the service for Google accounts, by its domain. */
export function isCodeAssist(domain = ''): boolean {
  return /^(?:[a-z]+-)*cloudcode-pa\.(?:sandbox\.)?googleapis\.com$/.test(domain);
}

/** Milliseconds; undefined if the service asks for no delay. */
export function retryDelayOf({ details, message }: ApiError): number | undefined {
  const said =
    details.find(detail => detail.retryDelay !== undefined)?.retryDelay ??
    details.find(detail => detail.metadata?.quotaResetDelay !== undefined)?.metadata?.quotaResetDelay;
  const inMessage = /(?:retry in|reset after) ((?:[\d.]+(?:ms|h|m|s))+)/i.exec(message)?.[1];
  return durationOf(said) ?? durationOf(inMessage);
}

/** Parses `34.07s`, `450ms` or `1h2m3s` to milliseconds; undefined for anything else. */
function durationOf(text = ''): number | undefined {
  if (!/^(?:\d+(?:\.\d+)?(?:ms|h|m|s))+$/.test(text)) return undefined;
  const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
  const amounts = [...text.matchAll(/([\d.]+)(ms|h|m|s)/g)];
  return Math.ceil(amounts.reduce((sum, [, amount, unit = '']) => sum + Number(amount) * (units[unit] ?? 0), 0));
}

/** The delay that a failing service asks for, unless that is too long to wait. */
export function cappedDelay(delay: number | undefined): number | undefined {
  return delay === undefined ? undefined : Math.min(delay, LONGEST_OUTAGE_MS);
}

function isLong(delay = 0): boolean {
  return delay > LONGEST_WAIT_MS;
}
