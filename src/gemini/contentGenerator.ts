import type { Egress } from '../agent/ports/egress';
import type { ContentGenerator, ModelEvent, ModelFailure, ModelReply, ModelRequest } from '../agent/ports/model';
import type { ModelAccess } from './access';
import { readAnswer, toReply } from './answer';
import type { ProxyLookup } from './connectionFailures';
import { CodeAssist } from './codeAssist/codeAssist';
import { ModelError, failureWatched } from './failures';
import { createGenaiWires } from './genaiWire';
import { PATIENCE, SIGN_IN, Watch, WHOLE_ANSWER, type Patience } from './patience';
import { readServerSentEvents } from './serverSentEvents';
import type { ModelWire } from './wire';

export interface GeneratorOptions {
  /**
   * Called before each request, so that a new sign-in takes effect immediately. Throws `SignInError` if there is
   * none.
   */
  readonly access: () => Promise<ModelAccess>;
  /**
   * Why a model must not be used; called after the access is known. Doesn't apply to counting tokens, which is free.
   */
  readonly refuse?: (model: string) => ModelFailure | undefined;
  readonly egress: Egress;
  readonly userAgent: string;
  readonly newId: () => string;
  /** Resolves after `ms`, or immediately when `signal` aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly patience?: Patience;
  /** The proxy for an address, to name it in connection failures. */
  readonly proxyFor?: ProxyLookup;
}

/** The models, with any kind of access. One attempt per request; see `withRetry`. */
export function createContentGenerator(options: GeneratorOptions): ContentGenerator {
  const { access, userAgent, egress } = options;
  const codeAssist = new CodeAssist(options);
  const openGenai = createGenaiWires(userAgent, egress);
  const open: Open = async (_model, watch) => {
    const found = await access();
    return found.via === 'codeAssist' ? codeAssist.open(found, watch) : openGenai(found);
  };
  const openFor: Open = async (model, watch) => {
    const wire = await open(model, watch);
    const refusal = options.refuse?.(model);
    if (refusal) throw new ModelError(refusal);
    return wire;
  };
  return {
    stream: (request, signal) => stream(openFor, options, request, signal),
    generate: (request, signal) => generate(openFor, options, request, signal),
    async countTokens(request, signal) {
      const asked = { ...request, signal };
      const opened = await openWatched(open, options, asked);
      if ('failure' in opened) return opened;
      const result = await watched(options, PATIENCE, asked, each => opened.value.countTokens(request, each));
      return 'failure' in result ? result : { tokens: result.value };
    },
    async embed(texts, model, signal) {
      const opened = await openWatched(openFor, options, { model, signal });
      if ('failure' in opened) return opened;
      const result = await watched(options, PATIENCE, { signal }, each => opened.value.embed(texts, model, each));
      return 'failure' in result ? result : { vectors: result.value };
    },
  };
}

type Tried<T> = { readonly value: T } | { readonly failure: ModelFailure };

interface Asked extends Pick<ModelRequest, 'onSilence'> {
  readonly signal: AbortSignal;
}

/** Waits for one response; exceptions become failures. Returns on abort even if `send` ignores the signal. */
async function watched<T>(
  { proxyFor, patience: { after } = PATIENCE }: GeneratorOptions,
  patience: Patience,
  { onSilence, signal }: Asked,
  send: (signal: AbortSignal, watch: Watch) => Promise<T>,
): Promise<Tried<T>> {
  const watch = new Watch(signal, { ...patience, ...(after && { after }) }, onSilence);
  try {
    const value = await untilAborted(watch.signal, send(watch.signal, watch));
    watch.isDone = true;
    return { value };
  } catch (error) {
    return { failure: failureWatched(error, signal, watch, proxyFor) };
  } finally {
    watch.end();
  }
}

function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject);
  });
}

/**
 * Opens a signed-in connection to a model. Follows the watch's signal where possible, and reports signs of life to
 * the watch.
 */
type Open = (model: string, watch: Watch) => Promise<ModelWire>;

function openWatched(
  open: Open,
  options: GeneratorOptions,
  asked: Asked & { readonly model: string },
): Promise<Tried<ModelWire>> {
  return watched(options, SIGN_IN, asked, (_signal, watch) => open(asked.model, watch));
}

async function generate(
  open: Open,
  options: GeneratorOptions,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<ModelReply> {
  const asked = { ...request, signal };
  const opened = await openWatched(open, options, asked);
  if ('failure' in opened) return { ok: false, failure: opened.failure };
  const answer = await watched(options, WHOLE_ANSWER, asked, async each =>
    toReply(await opened.value.generate(request, each), options.newId),
  );
  return 'failure' in answer ? { ok: false, failure: answer.failure } : answer.value;
}

async function* stream(
  open: Open,
  options: GeneratorOptions,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  const { newId, proxyFor, patience = PATIENCE } = options;
  const opened = await openWatched(open, options, { ...request, signal });
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
