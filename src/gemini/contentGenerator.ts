import type { ContentGenerator, ModelEvent, ModelFailure, ModelRequest } from '../agent/ports/model';
import type { ModelAccess } from './access';
import { readAnswer, toReply } from './answer';
import { CodeAssist } from './codeAssist/codeAssist';
import { ModelError, failureOf } from './failures';
import { openGenaiWire } from './genaiWire';
import { PATIENCE, Watch, type Patience } from './patience';
import { readServerSentEvents } from './serverSentEvents';
import type { ModelWire } from './wire';

export interface GeneratorOptions {
  /** Asked before each request, so that a new sign-in counts at once; throws `SignInError` where there is none. */
  readonly access: () => Promise<ModelAccess>;
  /** Why nothing may be sent to a model, asked once it is known how it would be reached. Counting costs nothing. */
  readonly refuse?: (model: string) => ModelFailure | undefined;
  readonly userAgent: string;
  readonly newId: () => string;
  /** Resolves after `ms`, or at once when `signal` aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly patience?: Patience;
}

/** The models, however they are reached. One try per request; see `withRetry`. */
export function createContentGenerator(options: GeneratorOptions): ContentGenerator {
  const { access, newId } = options;
  const codeAssist = new CodeAssist(options);
  const open = async (signal: AbortSignal): Promise<ModelWire> => {
    const found = await access();
    return found.via === 'codeAssist' ? codeAssist.open(found, signal) : openGenaiWire(found, options.userAgent);
  };
  const openFor = async (model: string, signal: AbortSignal): Promise<ModelWire> => {
    const wire = await open(signal);
    const refusal = options.refuse?.(model);
    if (refusal) throw new ModelError(refusal);
    return wire;
  };
  return {
    stream: (request, signal) => stream(openFor, options, request, signal),
    async generate(request, signal) {
      const result = await attempt(signal, async () =>
        (await openFor(request.model, signal)).generate(request, signal),
      );
      return 'failure' in result ? { ok: false, failure: result.failure } : toReply(result.value, newId);
    },
    async countTokens(request, signal) {
      const result = await attempt(signal, async () => (await open(signal)).countTokens(request, signal));
      return 'failure' in result ? result : { tokens: result.value };
    },
    async embed(texts, model, signal) {
      const result = await attempt(signal, async () => (await openFor(model, signal)).embed(texts, model, signal));
      return 'failure' in result ? result : { vectors: result.value };
    },
  };
}

/** Runs one request; what it throws becomes a failure. */
async function attempt<T>(
  signal: AbortSignal,
  send: () => Promise<T>,
): Promise<{ readonly value: T } | { readonly failure: ModelFailure }> {
  try {
    return { value: await send() };
  } catch (error) {
    return { failure: failureOf(error, signal) };
  }
}

async function* stream(
  open: (model: string, signal: AbortSignal) => Promise<ModelWire>,
  { newId, patience = PATIENCE }: GeneratorOptions,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  // A sign-in takes its own time: a person may have to answer, or an account be set up first.
  const opened = await attempt(signal, () => open(request.model, signal));
  if ('failure' in opened) {
    yield { type: 'failed', failure: opened.failure };
    return;
  }
  const wire = opened.value;
  const watch = new Watch(signal, patience);
  try {
    const body = await wire.stream(request, watch.signal);
    const events = readServerSentEvents(body, patience.gatherMs);
    yield* readAnswer(events, request, { newId, watch, unwrap: event => wire.unwrap(event) });
  } catch (error) {
    yield { type: 'failed', failure: failureOf(error, signal, watch.isSilent) };
  } finally {
    watch.end();
  }
}
