import type { ContentGenerator, ModelEvent, ModelFailure, ModelReply, ModelRequest } from '../agent/ports/model';
import { addUsage } from '../shared/chatState';
import type { Usage } from '../shared/messages';
import { REMINDER } from './streamRules';

export interface RetryOptions {
  /** The maximum number of attempts when the service is overloaded or limits the rate. */
  readonly maxAttempts: number;
  /** Resolves after `ms`, or immediately when `signal` aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** A random number from 0 to 1. */
  readonly random: () => number;
  /** No user can choose another model, so a model without capacity is retried up to the maximum number of attempts. */
  readonly isPersistent?: boolean;
}

/** Broken connections and broken answers are retried sooner, and less often, than an overloaded service. */
const SHORT_DELAYS_MS = [1000, 2000, 4000];
/** A model without capacity often has some a moment later; after that, another model is the better choice. */
const CAPACITY_DELAYS_MS = [1000, 3000];
const FIRST_DELAY_MS = 5000;
const LONGEST_DELAY_MS = 30_000;

/** Repeats requests whose failure may be temporary. A stream yields `retry`, waits, and starts again. */
export function withRetry(generator: ContentGenerator, options: RetryOptions): ContentGenerator {
  return {
    ...generator,
    stream: (request, signal) => streamWithRetry(generator, options, request, signal),
    async generate(request, signal) {
      let before: Usage | undefined;
      for (let attempt = 1; ; attempt++) {
        const reply = withUsage(await generator.generate(request, signal), before);
        const plan = reply.ok ? undefined : planRetry(reply.failure, attempt, options);
        if (!plan || signal.aborted) return reply;
        if (!reply.ok && reply.failure.isGivenUp) attempt--;
        before = reply.usage;
        await options.wait(plan.delayMs, signal);
      }
    },
  };
}

/** Adds the usage of earlier attempts. */
function withUsage(reply: ModelReply, before: Usage | undefined): ModelReply {
  if (!before) return reply;
  return { ...reply, usage: reply.usage ? addUsage(before, reply.usage) : before };
}

async function* streamWithRetry(
  generator: ContentGenerator,
  options: RetryOptions,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  let current = request;
  for (let attempt = 1; ; attempt++) {
    let failed: Extract<ModelEvent, { type: 'failed' }> | undefined;
    let hasBegun = false;
    for await (const event of generator.stream(current, signal)) {
      hasBegun ||= event.type === 'part' || event.type === 'usage';
      if (event.type === 'failed') failed = event;
      else yield event;
    }
    if (!failed) return;
    const { failure, otherwise } = failed;
    const plan = planRetry(failure, attempt, options);
    if (!plan) {
      yield otherwise ?? { type: 'failed', failure };
      return;
    }
    const { isQuiet, ...shown } = plan;
    if (failure.isGivenUp) attempt--;
    if (hasBegun || !isQuiet) yield { type: 'retry', attempt: attempt + 1, ...shown, failure };
    await options.wait(plan.delayMs, signal);
    if (failure.kind === 'badStream') current = { ...request, system: `${request.system}\n\n${REMINDER}` };
  }
}

/** `isQuiet`: too short to be shown, unless a part of the answer must be discarded. */
interface RetryPlan {
  readonly delayMs: number;
  readonly maxAttempts: number;
  readonly isQuiet?: true;
}

/** Whether and when to retry after failure number `attempt`; undefined: don't retry. */
export function planRetry(
  failure: ModelFailure,
  attempt: number,
  options: Omit<RetryOptions, 'wait'>,
): RetryPlan | undefined {
  if (failure.isPermanent === true) return undefined;
  if (failure.isGivenUp === true) return { delayMs: 0, maxAttempts: options.maxAttempts };
  switch (failure.kind) {
    case 'silent':
      return attempt === 1 ? { delayMs: 0, maxAttempts: 2 } : undefined;
    case 'network':
    case 'badStream':
      return scheduled(SHORT_DELAYS_MS, attempt);
    case 'capacity': {
      const plan = scheduled(CAPACITY_DELAYS_MS, attempt);
      if (plan) return { ...plan, delayMs: askedDelay(failure, options) ?? plan.delayMs, isQuiet: true };
      return options.isPersistent === true ? backOff(failure, attempt, options) : undefined;
    }
    case 'rateLimit':
    case 'overloaded':
      return backOff(failure, attempt, options);
    default:
      return undefined;
  }
}

function scheduled(delays: readonly number[], attempt: number): RetryPlan | undefined {
  const delayMs = delays[attempt - 1];
  return delayMs === undefined ? undefined : { delayMs, maxAttempts: delays.length + 1 };
}

function backOff(
  failure: ModelFailure,
  attempt: number,
  options: Pick<RetryOptions, 'maxAttempts' | 'random'>,
): RetryPlan | undefined {
  const { maxAttempts, random } = options;
  if (attempt >= maxAttempts) return undefined;
  const usual = Math.min(FIRST_DELAY_MS * 2 ** (attempt - 1), LONGEST_DELAY_MS) * (0.7 + 0.6 * random());
  return { delayMs: askedDelay(failure, options) ?? Math.round(usual), maxAttempts };
}

/** A delay that the service asks for is the minimum; random jitter keeps clients from retrying at the same time. */
function askedDelay({ retryAfterMs }: ModelFailure, { random }: Pick<RetryOptions, 'random'>): number | undefined {
  return retryAfterMs === undefined ? undefined : Math.round(retryAfterMs * (1 + 0.2 * random()));
}
