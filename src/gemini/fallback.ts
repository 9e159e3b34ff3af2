import type {
  ContentGenerator,
  ModelEvent,
  ModelFailure,
  ModelFailureKind,
  ModelReply,
  ModelRequest,
} from '../agent/ports/model';
import { addUsage } from '../shared/chatState';
import type { Usage } from '../shared/messages';

/** `switch`: for the rest of the session; `once`: only for this request; `stop`: don't use the other model. */
export type FallbackAnswer = 'switch' | 'once' | 'stop';

/** What the model is used for: an answer in the conversation, or another job. */
export type Purpose = 'answer' | 'job';

export interface FallbackOptions {
  /** The models to try if one is unavailable, best first. */
  readonly fallbacksOf: (model: string) => readonly string[];
  /** Whether to continue with `to`: asks the user, or decides by a setting. */
  readonly onFallback: (from: string, to: string, failure: ModelFailure, purpose: Purpose) => Promise<FallbackAnswer>;
  readonly now: () => number;
}

/** Failures that another model may avoid. A model that isn't found is left for the user to correct. */
const REPLACEABLE: readonly ModelFailureKind[] = ['quota', 'capacity', 'rateLimit', 'overloaded'];

/** How many milliseconds a model counts as out of capacity. */
const CAPACITY_MS = 30_000;

/**
 * Continues with another model if one is out of quota or capacity, after all retries. A switch lasts until `reset`,
 * or until the other model fails too; one object per session.
 */
export class ModelFallback {
  readonly #options: FallbackOptions;
  /** From the requested model to the one used instead. */
  readonly #switched = new Map<string, string>();
  /** Until when a model is unavailable, in milliseconds since the epoch. */
  readonly #unavailableUntil = new Map<string, number>();
  /** Open questions, so that several requests with the same failure ask only once. */
  readonly #open = new Map<string, Promise<FallbackAnswer>>();
  /** The models that jobs must not replace, because the user declined; they aren't asked again. */
  readonly #declined = new Set<string>();

  constructor(options: FallbackOptions) {
    this.#options = options;
  }

  /** The model used when `model` is requested. */
  modelFor(model: string): string {
    const next = this.#switched.get(model);
    return next === undefined ? model : this.modelFor(next);
  }

  /** Reverts all switches, so that each model is tried again. */
  reset(): void {
    this.#switched.clear();
    this.#unavailableUntil.clear();
    this.#declined.clear();
  }

  /** The generator, with fallback to other models. */
  wrap(generator: ContentGenerator): ContentGenerator {
    return {
      ...generator,
      stream: (request, signal) => this.#stream(generator, request, signal),
      generate: (request, signal) => this.#generate(generator, request, signal),
    };
  }

  async #generate(generator: ContentGenerator, request: ModelRequest, signal: AbortSignal): Promise<ModelReply> {
    const { model: wanted } = request;
    const tried: string[] = [];
    let before: Usage | undefined;
    let failure: ModelFailure | undefined;
    for (let model = this.modelFor(wanted); ;) {
      const { usage, ...reply } = await generator.generate({ ...request, model }, signal);
      before = before && usage ? addUsage(before, usage) : (usage ?? before);
      tried.push(model);
      const next =
        reply.ok || this.#declined.has(wanted)
          ? undefined
          : await this.#nextAfter(reply.failure, model, wanted, tried, signal, 'job');
      if (next === undefined) {
        return { ...reply, ...(before && { usage: before }), ...(failure && { replaced: { by: model, failure } }) };
      }
      if (!reply.ok) failure = reply.failure;
      model = next;
    }
  }

  async *#stream(generator: ContentGenerator, request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    const tried: string[] = [];
    for (let model = this.modelFor(request.model); ;) {
      let failure: ModelFailure | undefined;
      for await (const event of generator.stream({ ...request, model }, signal)) {
        if (event.type === 'failed') failure = event.failure;
        else yield event;
      }
      if (!failure) return;
      tried.push(model);
      const next = await this.#nextAfter(failure, model, request.model, tried, signal, 'answer');
      if (next === undefined) {
        yield { type: 'failed', failure };
        return;
      }
      // The other model starts the answer again, as in any retry, and is recorded as its author.
      yield {
        type: 'retry',
        attempt: tried.length + 1,
        maxAttempts: tried.length + 1,
        delayMs: 0,
        failure,
        model: next,
      };
      model = next;
    }
  }

  /** The model to continue with; undefined if there is none. */
  async #nextAfter(
    failure: ModelFailure,
    model: string,
    wanted: string,
    tried: readonly string[],
    signal: AbortSignal,
    purpose: Purpose,
  ): Promise<string | undefined> {
    if (!REPLACEABLE.includes(failure.kind)) return undefined;
    this.#remember(model, failure);
    const next = this.#options.fallbacksOf(wanted).find(each => !tried.includes(each) && this.#isAvailable(each));
    if (next === undefined || signal.aborted) return undefined;
    const asked = this.#ask(model, next, failure, purpose).then(answer => {
      // The answer counts even if the request was stopped meanwhile.
      if (answer === 'stop' && purpose === 'job') this.#declined.add(wanted);
      if (answer === 'switch') {
        this.#switched.set(wanted, next);
        this.#switched.delete(next); // a switch leads to a model that answers, so that there are no cycles
      }
      return answer;
    });
    return (await Promise.race([asked, stopped(signal)])) === 'stop' ? undefined : next;
  }

  #ask(from: string, to: string, failure: ModelFailure, purpose: Purpose): Promise<FallbackAnswer> {
    const key = JSON.stringify([from, to]);
    const open = this.#open.get(key);
    if (open) return open;
    const asked = this.#options.onFallback(from, to, failure, purpose).finally(() => this.#open.delete(key));
    this.#open.set(key, asked);
    return asked;
  }

  /** A quota without a reset time is used up for the session; rate limits and outages pass by themselves. */
  #remember(model: string, { kind, retryAfterMs }: ModelFailure): void {
    const now = this.#options.now();
    if (kind === 'quota') this.#unavailableUntil.set(model, now + (retryAfterMs ?? Infinity));
    else if (kind === 'capacity') this.#unavailableUntil.set(model, now + (retryAfterMs ?? CAPACITY_MS));
  }

  #isAvailable(model: string): boolean {
    return (this.#unavailableUntil.get(model) ?? 0) <= this.#options.now();
  }
}

/** The user stopped the run while the question was open. */
function stopped(signal: AbortSignal): Promise<'stop'> {
  return new Promise(resolve => {
    if (signal.aborted) resolve('stop');
    else signal.addEventListener('abort', () => resolve('stop'), { once: true });
  });
}
