import type { Egress } from '../agent/ports/egress';
import type { ContentGenerator, ModelEvent, ModelFailure, ModelReply, ModelRequest } from '../agent/ports/model';
import type { ModelAccess } from './access';
import { readAnswer, toReply } from './answer';
import type { ProxyLookup } from './connectionFailures';
import { CodeAssist } from './codeAssist/codeAssist';
import { ModelError, failureOf, failureWatched } from './failures';
import { openGenaiWire } from './genaiWire';
import { PATIENCE, Watch, WHOLE_ANSWER, type Patience } from './patience';
import { readServerSentEvents } from './serverSentEvents';
import type { ModelWire } from './wire';

export interface GeneratorOptions {
  /** Asked before each request, so that a new sign-in counts at once; throws `SignInError` where there is none. */
  readonly access: () => Promise<ModelAccess>;
  /** Why nothing may be sent to a model, asked once it is known how it would be reached. Counting costs nothing. */
  readonly refuse?: (model: string) => ModelFailure | undefined;
  readonly egress: Egress;
  readonly userAgent: string;
  readonly newId: () => string;
  /** Resolves after `ms`, or at once when `signal` aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly patience?: Patience;
  /** The proxy on the way to an address, to name it where it leads to nothing. */
  readonly proxyFor?: ProxyLookup;
}

/** The models, however they are reached. One try per request; see `withRetry`. */
export function createContentGenerator(options: GeneratorOptions): ContentGenerator {
  const { access, proxyFor, userAgent, egress } = options;
  const codeAssist = new CodeAssist(options);
  const open = async (signal: AbortSignal): Promise<ModelWire> => {
    const found = await access();
    return found.via === 'codeAssist' ? codeAssist.open(found, signal) : openGenaiWire(found, userAgent, egress);
  };
  const openFor = async (model: string, signal: AbortSignal): Promise<ModelWire> => {
    const wire = await open(signal);
    const refusal = options.refuse?.(model);
    if (refusal) throw new ModelError(refusal);
    return wire;
  };
  return {
    stream: (request, signal) => stream(openFor, options, request, signal),
    generate: (request, signal) => generate(openFor, options, request, signal),
    async countTokens(request, signal) {
      const result = await attempt(signal, proxyFor, async () => (await open(signal)).countTokens(request, signal));
      return 'failure' in result ? result : { tokens: result.value };
    },
    async embed(texts, model, signal) {
      const result = await attempt(signal, proxyFor, async () =>
        (await openFor(model, signal)).embed(texts, model, signal),
      );
      return 'failure' in result ? result : { vectors: result.value };
    },
  };
}

/** Runs one request; what it throws becomes a failure. */
async function attempt<T>(
  signal: AbortSignal,
  proxyFor: ProxyLookup | undefined,
  send: () => Promise<T>,
): Promise<{ readonly value: T } | { readonly failure: ModelFailure }> {
  try {
    return { value: await send() };
  } catch (error) {
    return { failure: failureOf(error, signal, false, proxyFor) };
  }
}

type Open = (model: string, signal: AbortSignal) => Promise<ModelWire>;

async function generate(
  open: Open,
  { newId, proxyFor, patience: { after } = PATIENCE }: GeneratorOptions,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<ModelReply> {
  const opened = await attempt(signal, proxyFor, () => open(request.model, signal));
  if ('failure' in opened) return { ok: false, failure: opened.failure };
  const watch = new Watch(signal, { ...WHOLE_ANSWER, ...(after && { after }) }, request.onSilence);
  try {
    return toReply(await opened.value.generate(request, watch.signal), newId);
  } catch (error) {
    return { ok: false, failure: failureWatched(error, signal, watch, proxyFor) };
  } finally {
    watch.end();
  }
}

async function* stream(
  open: Open,
  { newId, proxyFor, patience = PATIENCE }: GeneratorOptions,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  // A sign-in takes its own time: a person may have to answer, or an account be set up first.
  const opened = await attempt(signal, proxyFor, () => open(request.model, signal));
  if ('failure' in opened) {
    yield { type: 'failed', failure: opened.failure };
    return;
  }
  const wire = opened.value;
  const watch = new Watch(signal, patience, request.onSilence);
  try {
    const body = await wire.stream(request, watch.signal);
    watch.lives();
    const events = readServerSentEvents(body, patience.gatherMs, () => watch.lives());
    yield* readAnswer(events, request, { newId, watch, unwrap: event => wire.unwrap(event) });
  } catch (error) {
    yield { type: 'failed', failure: failureWatched(error, signal, watch, proxyFor) };
  } finally {
    watch.end();
  }
}
