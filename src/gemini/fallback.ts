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

/** `switch`: for the rest of the session; `once`: for this request only; `stop`: not at all. */
export type FallbackAnswer = 'switch' | 'once' | 'stop';

/** What the model is needed for: an answer in the conversation, or a question besides it. */
export type Purpose = 'answer' | 'job';

export interface FallbackOptions {
  /** The models to go on with where one is not to be had, best first. */
  readonly fallbacksOf: (model: string) => readonly string[];
  /** Whether to go on with `to`: asks the person, or decides by a setting. */
  readonly onFallback: (from: string, to: string, failure: ModelFailure, purpose: Purpose) => Promise<FallbackAnswer>;
  readonly now: () => number;
}

/** What another model may be spared from. A model of that name not being there is for the person to put right. */
const REPLACEABLE: readonly ModelFailureKind[] = ['quota', 'capacity', 'rateLimit', 'overloaded'];

/** How long a model counts as full. */
const CAPACITY_MS = 30_000;

/**
 * Goes on with another model where one is out of quota or of room, after all retries. A switch holds until `reset`, or
 * until the other model fails as well; one object for each session.
 */
export class ModelFallback {
  readonly #options: FallbackOptions;
  /** From the model that was asked for to the one that answers. */
  readonly #switched = new Map<string, string>();
  /** Until when a model is not to be had, in milliseconds since the epoch. */
  readonly #unavailableUntil = new Map<string, number>();
  /** Questions that are open, so that several requests that fail alike ask but one. */
  readonly #open = new Map<string, Promise<FallbackAnswer>>();
  /** The models that jobs are not to go on without: who said so is not asked at each of them again. */
  readonly #declined = new Set<string>();

  constructor(options: FallbackOptions) {
    this.#options = options;
  }

  /** The model that answers when `model` is asked for. */
  modelFor(model: string): string {
    const next = this.#switched.get(model);
    return next === undefined ? model : this.modelFor(next);
  }

  /** Takes every switch back, so that each model is tried anew. */
  reset(): void {
    this.#switched.clear();
    this.#unavailableUntil.clear();
    this.#declined.clear();
  }

  /** The generator, going on with another model where it has to. */
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
      // The switched-to model begins the answer anew, like any other retry, and signs it with its own name.
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

  /** The model to go on with; undefined: none. */
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
      // It counts as well where nobody waits for it any more.
      if (answer === 'stop' && purpose === 'job') this.#declined.add(wanted);
      if (answer === 'switch') {
        this.#switched.set(wanted, next);
        this.#switched.delete(next); // a switch leads to a model that answers, so that switches never go in a circle
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

  /** A quota without a time of reset is gone for the session; rates and outages pass by themselves. */
  #remember(model: string, { kind, retryAfterMs }: ModelFailure): void {
    const now = this.#options.now();
    if (kind === 'quota') this.#unavailableUntil.set(model, now + (retryAfterMs ?? Infinity));
    else if (kind === 'capacity') this.#unavailableUntil.set(model, now + (retryAfterMs ?? CAPACITY_MS));
  }

  #isAvailable(model: string): boolean {
    return (this.#unavailableUntil.get(model) ?? 0) <= this.#options.now();
  }
}

/** The person stopped the run while the question was open. */
function stopped(signal: AbortSignal): Promise<'stop'> {
  return new Promise(resolve => {
    if (signal.aborted) resolve('stop');
    else signal.addEventListener('abort', () => resolve('stop'), { once: true });
  });
}
