import type { ContentGenerator, ModelEvent, ModelFailure, ModelRequest } from '../agent/ports';
import { REMINDER } from './streamRules';

export interface RetryOptions {
  /** How often a request is sent in all when the service is overloaded or limits the rate. */
  readonly maxAttempts: number;
  /** Resolves after `ms`, or at once when `signal` aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** A number from 0 to 1. */
  readonly random: () => number;
}

/** Broken connections and broken answers are tried again sooner, and less often, than an overloaded service. */
const SHORT_DELAYS_MS = [1000, 2000, 4000];
const FIRST_DELAY_MS = 5000;
const LONGEST_DELAY_MS = 30_000;

/** Repeats requests that failed in a way that may pass. A stream says `retry`, waits, and begins anew. */
export function withRetry(generator: ContentGenerator, options: RetryOptions): ContentGenerator {
  return {
    ...generator,
    stream: (request, signal) => streamWithRetry(generator, options, request, signal),
    async generate(request, signal) {
      for (let attempt = 1; ; attempt++) {
        const reply = await generator.generate(request, signal);
        const plan = reply.ok ? undefined : planRetry(reply.failure, attempt, options);
        if (!plan || signal.aborted) return reply;
        await options.wait(plan.delayMs, signal);
      }
    },
  };
}

async function* streamWithRetry(
  generator: ContentGenerator,
  options: RetryOptions,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  let current = request;
  for (let attempt = 1; ; attempt++) {
    let failure: ModelFailure | undefined;
    for await (const event of generator.stream(current, signal)) {
      if (event.type === 'failed') failure = event.failure;
      else yield event;
    }
    if (!failure) return;
    const plan = planRetry(failure, attempt, options);
    if (!plan) {
      yield { type: 'failed', failure };
      return;
    }
    yield { type: 'retry', attempt: attempt + 1, ...plan, failure };
    await options.wait(plan.delayMs, signal);
    if (failure.kind === 'badStream') current = { ...request, system: `${request.system}\n\n${REMINDER}` };
  }
}

/** Whether and when to try again after the `attempt`th failure; undefined: not at all. */
export function planRetry(
  failure: ModelFailure,
  attempt: number,
  { maxAttempts, random }: Pick<RetryOptions, 'maxAttempts' | 'random'>,
): { delayMs: number; maxAttempts: number } | undefined {
  if (failure.kind === 'silent') return attempt === 1 ? { delayMs: 0, maxAttempts: 2 } : undefined;
  if (failure.kind === 'network' || failure.kind === 'badStream') {
    const delayMs = SHORT_DELAYS_MS[attempt - 1];
    return delayMs === undefined ? undefined : { delayMs, maxAttempts: SHORT_DELAYS_MS.length + 1 };
  }
  if ((failure.kind !== 'rateLimit' && failure.kind !== 'overloaded') || attempt >= maxAttempts) return undefined;
  // A delay that the service names is kept at least; everyone adds some chance, so that not all come back at once.
  const delayMs =
    failure.retryAfterMs === undefined
      ? Math.min(FIRST_DELAY_MS * 2 ** (attempt - 1), LONGEST_DELAY_MS) * (0.7 + 0.6 * random())
      : failure.retryAfterMs * (1 + 0.2 * random());
  return { delayMs: Math.round(delayMs), maxAttempts };
}
