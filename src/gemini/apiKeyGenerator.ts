import * as l10n from '@vscode/l10n';
import type { GoogleGenAI, HttpOptions } from '@google/genai';
import type { ContentGenerator, ModelEvent, ModelFailure, ModelReply, ModelRequest } from '../agent/ports';
import { HttpError, errorIn } from './apiError';
import { endOf, fromChunk, toApiRequest, toContents, usageOf, type ApiChunk } from './convert';
import { failureOf } from './failures';
import { groundingOf } from './grounding';
import { loadSdk } from './sdk';
import { readServerSentEvents } from './serverSentEvents';
import { StreamSummary, badStream } from './streamRules';

export interface ApiKeyOptions {
  /** Undefined: there is none, and requests fail with `auth`. */
  readonly apiKey: () => Promise<string | undefined>;
  /** Undefined: the service's own address. */
  readonly baseUrl: () => string | undefined;
  readonly userAgent: string;
  readonly newId: () => string;
  readonly patience?: Patience;
}

export interface Patience {
  /** How long to wait for the first byte of a stream. */
  readonly firstByteMs: number;
  /** How long to wait for each further one. */
  readonly silenceMs: number;
  /** How long to let the pieces of a fast stream gather; without, each is taken as it comes. */
  readonly gatherMs?: number;
}

/** Just under three frames of a screen: an answer still grows smoothly, and the panel gets 21 messages a second. */
const GATHER_MS = 45;
const PATIENCE: Patience = { firstByteMs: 60_000, silenceMs: 120_000, gatherMs: GATHER_MS };

/** The Gemini API reached with an API key, through Google's SDK. One try per request; see `withRetry`. */
export function createApiKeyGenerator(options: ApiKeyOptions): ContentGenerator {
  return {
    stream: (request, signal) => stream(options, request, signal),
    generate: (request, signal) => generate(options, request, signal),
    countTokens: (request, signal) =>
      attempt(options, signal, async client => {
        const contents = toContents(request.messages, request.model);
        const { totalTokens } = await client.models.countTokens({
          model: request.model,
          contents,
          config: { abortSignal: signal },
        });
        return { tokens: totalTokens ?? 0 };
      }),
    embed: (texts, model, signal) =>
      attempt(options, signal, async client => {
        const config = { abortSignal: signal };
        const { embeddings } = await client.models.embedContent({ model, contents: [...texts], config });
        return { vectors: (embeddings ?? []).map(({ values }) => values ?? []) };
      }),
  };
}

/** Runs one request; what it throws becomes a failure. */
async function attempt<T>(
  options: ApiKeyOptions,
  signal: AbortSignal,
  send: (client: GoogleGenAI) => Promise<T>,
): Promise<T | { failure: ModelFailure }> {
  try {
    const client = await createClient(options);
    return client ? await send(client) : { failure: missingKey() };
  } catch (error) {
    return { failure: failureOf(error, signal) };
  }
}

async function createClient({ apiKey, baseUrl, userAgent }: ApiKeyOptions): Promise<GoogleGenAI | undefined> {
  const [key, sdk] = await Promise.all([apiKey(), loadSdk()]);
  if (key === undefined) return undefined;
  const base = baseUrl();
  const httpOptions: HttpOptions = {
    headers: { 'User-Agent': userAgent },
    fetch: fetchOrThrow,
    ...(base !== undefined && { baseUrl: base }),
  };
  // Everything is said explicitly, or a stray variable of the environment would choose another service.
  return new sdk.GoogleGenAI({ apiKey: key, enterprise: false, apiVersion: 'v1beta', httpOptions });
}

/** The SDK's own errors drop the service's words on the way, so a failed answer is read here. */
const fetchOrThrow: typeof fetch = async (url, init) => {
  const response = await fetch(url, init);
  if (!response.ok) throw new HttpError(response.status, await response.text());
  return response;
};

function missingKey(): ModelFailure {
  return { kind: 'auth', message: l10n.t('No API key is set up yet.') };
}

async function generate(options: ApiKeyOptions, request: ModelRequest, signal: AbortSignal): Promise<ModelReply> {
  const result = await attempt(options, signal, async client => {
    const { config, ...rest } = toApiRequest(request);
    return client.models.generateContent({ ...rest, config: { ...config, abortSignal: signal } });
  });
  if ('failure' in result) return { ok: false, failure: result.failure };
  const chunk = result as unknown as ApiChunk; // the same JSON; the SDK types its strings as enums
  const blocked = blockedPrompt(chunk);
  if (blocked) return { ok: false, failure: blocked };
  const usage = usageOf(chunk);
  const grounding = groundingOf(chunk.candidates?.[0] ?? {});
  return {
    ok: true,
    parts: fromChunk(chunk, options.newId),
    ...(usage && { usage }),
    ...(grounding && { grounding }),
  };
}

async function* stream(options: ApiKeyOptions, request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
  const client = await attempt(options, signal, async made => made);
  if ('failure' in client) {
    yield { type: 'failed', failure: client.failure };
    return;
  }
  const patience = options.patience ?? PATIENCE;
  const watch = new Watch(signal, patience);
  try {
    const body = await openStream(client, request, watch);
    yield* readAnswer(readServerSentEvents(body, patience.gatherMs), request, options, watch);
  } catch (error) {
    yield { type: 'failed', failure: failureOf(error, signal, watch.isSilent) };
  } finally {
    watch.end();
  }
}

/**
 * Sends the request through the SDK but takes the body of the answer for itself: the SDK makes a `Response` of every
 * chunk, which costs several times as much as all the rest, and gives up on comments and on lines cut short.
 */
async function openStream(
  client: GoogleGenAI,
  request: ModelRequest,
  watch: Watch,
): Promise<ReadableStream<Uint8Array>> {
  const taken: { body?: ReadableStream<Uint8Array> | null } = {};
  const takeBody: typeof fetch = async (url, init) => {
    const response = await fetchOrThrow(url, init);
    taken.body = response.body;
    return new Response(null, { headers: response.headers });
  };
  const { config, ...rest } = toApiRequest(request);
  await client.models.generateContentStream({
    ...rest,
    config: { ...config, abortSignal: watch.signal, httpOptions: { fetch: takeBody } },
  });
  return taken.body ?? new ReadableStream({ start: controller => controller.close() });
}

async function* readAnswer(
  reads: AsyncIterable<readonly string[]>,
  request: ModelRequest,
  { newId }: ApiKeyOptions,
  watch: Watch,
): AsyncGenerator<ModelEvent> {
  const answer = new StreamSummary();
  let detail: string | undefined;
  let counted: ApiChunk | undefined; // counts come with every chunk, and the last are the ones that hold
  for await (const events of reads) {
    watch.heard();
    for (const event of events) {
      const chunk = readChunk(event);
      const blocked = blockedPrompt(chunk);
      if (blocked) {
        yield { type: 'failed', failure: blocked };
        return;
      }
      for (const part of fromChunk(chunk, newId)) {
        answer.add(part);
        yield { type: 'part', part };
      }
      counted = chunk.usageMetadata ? chunk : counted;
      const { finishReason, finishMessage } = chunk.candidates?.[0] ?? {};
      answer.finishReason = finishReason ?? answer.finishReason;
      detail = finishMessage ?? detail;
    }
  }
  const usage = counted && usageOf(counted);
  if (usage) yield { type: 'usage', usage };
  const failure = badStream(request, answer);
  if (failure) {
    yield { type: 'failed', failure };
    return;
  }
  const reason = answer.finishReason ?? 'STOP';
  yield { type: 'finished', end: endOf(reason), detail: detail ?? reason };
}

/** Throws `HttpError` for an error that was sent inside the stream, `SyntaxError` for what is no JSON. */
function readChunk(event: string): ApiChunk {
  const chunk: unknown = JSON.parse(event);
  const error = errorIn(chunk);
  if (error) throw new HttpError(error.code ?? 500, event);
  return chunk as ApiChunk;
}

function blockedPrompt({ promptFeedback, candidates }: ApiChunk): ModelFailure | undefined {
  const { blockReason, blockReasonMessage } = promptFeedback ?? {};
  if (blockReason === undefined || (candidates && candidates.length > 0)) return undefined;
  return {
    kind: 'blocked',
    message: l10n.t('The Gemini service blocked the prompt ({0}).', blockReason),
    ...(blockReasonMessage !== undefined && { detail: blockReasonMessage }),
  };
}

/** Aborts a request when its user does, or when the service is silent for too long. */
class Watch {
  readonly #controller = new AbortController();
  readonly #user: AbortSignal;
  readonly #silenceMs: number;
  #timer: ReturnType<typeof setTimeout>;
  isSilent = false;

  constructor(user: AbortSignal, { firstByteMs, silenceMs }: Patience) {
    this.#user = user;
    this.#silenceMs = silenceMs;
    this.#timer = setTimeout(this.#giveUp, firstByteMs);
    if (user.aborted) this.#stop();
    else user.addEventListener('abort', this.#stop);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  heard(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#giveUp, this.#silenceMs);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#user.removeEventListener('abort', this.#stop);
    this.#controller.abort();
  }

  #giveUp = () => {
    this.isSilent = true;
    this.#controller.abort();
  };

  #stop = () => this.#controller.abort();
}
