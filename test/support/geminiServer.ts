import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { estimatePrompt, invalidKeyError, parseModelPath, type GenerateRequest } from '../../src/demo/wire';
import { compile, type WireReply } from './gemini/compile';
import { apiError } from './gemini/errors';
import { Gate } from './gemini/gate';
import { embeddings, modelInfo, modelsPage, usualModels } from './gemini/models';
import { payload, text, type Reply, type Step, type Transport } from './gemini/replies';
import { GeminiRequest } from './gemini/request';
import { RequestLog, type RequestTest } from './gemini/requestLog';
import { complaintAbout, signsThoughts } from './gemini/rules';
import { sendReply } from './gemini/send';
import { SignatureBook } from './gemini/signatures';

export interface GeminiServerOptions {
  /** The only key that is let in; without it every key is. */
  readonly apiKey?: string;
  /** The models there are; others are 404. Without it every name is answered. */
  readonly models?: readonly string[];
  /** False: histories that the service would refuse are answered all the same. */
  readonly validate?: boolean;
  /** How replies travel unless they say otherwise. */
  readonly transport?: Transport;
}

/** Answers a request, or leaves it to the next rule and in the end to the queue. Asked for every method. */
export type ReplyRule = (request: GeminiRequest) => Reply | undefined | Promise<Reply | undefined>;

/**
 * The Gemini API on 127.0.0.1, with scripted answers. It speaks the service's wire format and refuses what the service
 * refuses, so that a test also fails on an invalid history. Rules are asked first, then the queue; after that it says
 * "Done."
 */
export async function startGeminiServer(options: GeminiServerOptions = {}): Promise<GeminiServer> {
  const server = new GeminiServer(options);
  await server.listen();
  return server;
}

export class GeminiServer implements AsyncDisposable {
  private readonly http = createServer((request, response) => void this.serve(request, response));
  private readonly log = new RequestLog();
  private readonly signatures = new SignatureBook();
  private readonly queue: Reply[] = [];
  private readonly rules: ReplyRule[] = [];
  private readonly closing = new AbortController();

  constructor(private readonly options: GeminiServerOptions) {}

  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  get url(): string {
    return `http://127.0.0.1:${(this.http.address() as AddressInfo).port}`;
  }

  /** Every request so far, in order of arrival. */
  get requests(): readonly GeminiRequest[] {
    return this.log.all;
  }

  /** Replies that were queued and not asked for yet. */
  get pendingReplies(): number {
    return this.queue.length;
  }

  /** Queues the answer to one model call, made of the given steps. */
  reply(...steps: readonly Reply[]): this {
    this.queue.push(steps);
    return this;
  }

  /** Queues the answers to several model calls, such as a parsed recording. */
  replies(replies: readonly Reply[]): this {
    this.queue.push(...replies);
    return this;
  }

  respond(rule: ReplyRule): this {
    this.rules.push(rule);
    return this;
  }

  /** A step that holds a reply until it is opened. */
  gate(): Gate {
    return new Gate();
  }

  /** The first request, past or to come, that this method did not give out before. */
  nextRequest(test?: RequestTest): Promise<GeminiRequest> {
    return this.log.next(test);
  }

  /** The first request, past or to come, that passes the test. */
  waitForRequest(test: RequestTest): Promise<GeminiRequest> {
    return this.log.waitFor(test);
  }

  /** Takes any free port, unless it is to be at the address of one that was closed. */
  listen(port = 0): Promise<void> {
    return new Promise((resolve, reject) => this.http.once('error', reject).listen(port, '127.0.0.1', resolve));
  }

  /** Breaks off whatever is still open. */
  async close(): Promise<void> {
    this.closing.abort();
    this.log.close();
    const closed = new Promise<void>(resolve => this.http.close(() => resolve()));
    this.http.closeAllConnections();
    await closed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  private async serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController();
    const body = await readBody(incoming).catch(() => null);
    if (body === null) return;
    const exchange = describe(incoming, body);
    const { request } = exchange;
    this.log.add(request);
    response.once('close', () => {
      request.close(response.writableFinished ? 'completed' : this.closing.signal.aborted ? 'cut' : 'aborted');
      gone.abort();
    });
    const signal = AbortSignal.any([gone.signal, this.closing.signal]);
    try {
      const { reply, isStream } = await this.answer(exchange);
      await sendReply(response, reply, isStream ? 'sse' : 'json', signal, () => request.close('cut'));
    } catch (error) {
      // A mistake in a test's rule must not look like a hanging server.
      response.destroy(error as Error);
      throw error;
    }
  }

  private async answer(exchange: Exchange): Promise<{ reply: WireReply; isStream: boolean }> {
    const { request, query } = exchange;
    const isStream = request.method === 'streamGenerateContent';
    const reply = this.refusal(exchange) ?? (await this.scripted(request)) ?? this.usual(request, query);
    const wire = compile(reply, {
      model: request.model,
      responseId: `response-${this.log.all.indexOf(request) + 1}`,
      promptTokens: estimatePrompt(request.body),
      sign: () => (signsThoughts(request.model) ? this.signatures.next() : null),
      ...(this.options.transport ? { transport: this.options.transport } : {}),
    });
    for (const step of wire.steps) if (step.kind === 'payload') this.signatures.remember(step.payload);
    return { reply: wire, isStream };
  }

  /** What the service says before it looks at the question: bad key, unknown model, invalid request. */
  private refusal({ request, query, isWellFormed }: Exchange): Step | null {
    const { apiKey, models, validate = true } = this.options;
    const key = request.headers['x-goog-api-key'] ?? query.get('key');
    if (apiKey !== undefined && key !== apiKey) return refuse(request, 400, invalidKeyError().error);
    if (request.model && models && !models.includes(request.model)) {
      const message =
        `models/${request.model} is not found for API version ${request.version}, or is not supported for ${request.method}. ` +
        'Call ListModels to see the list of available models and their supported methods.';
      return refuse(request, 404, { message });
    }
    if (!isWellFormed) {
      return refuse(request, 400, { message: 'Invalid JSON payload received. Unexpected end of string.' });
    }
    if (!validate || !isGenerating(request)) return null;
    if (request.method === 'streamGenerateContent' && query.get('alt') !== 'sse') {
      return refuse(request, 400, { message: 'The test server streams with alt=sse only.' });
    }
    const complaint = complaintAbout(request.body, request.model, this.signatures);
    return complaint === null ? null : refuse(request, 400, { message: complaint });
  }

  private async scripted(request: GeminiRequest): Promise<Reply | undefined> {
    for (const rule of this.rules) {
      const reply = await rule(request);
      if (reply !== undefined) return reply;
    }
    return isGenerating(request) ? this.queue.shift() : undefined;
  }

  private usual(request: GeminiRequest, query: URLSearchParams): Reply {
    switch (request.method) {
      case 'generateContent':
      case 'streamGenerateContent':
        return text('Done.');
      case 'countTokens':
        return payload({ totalTokens: estimatePrompt(counted(request.body)) });
      case 'embedContent':
      case 'batchEmbedContents':
        return payload({ ...embeddings(request.body) });
      case 'listModels':
        return payload({ ...modelsPage(this.options.models ?? usualModels, query) });
      case 'getModel':
        return payload({ ...modelInfo(request.model) });
      default:
        return apiError(404, { message: `Unknown method ${request.httpMethod} ${request.path}` });
    }
  }
}

function refuse(request: GeminiRequest, code: number, error: { message: string; details?: object[] }): Step {
  request.refused = error.message;
  const details = error.details as Record<string, unknown>[] | undefined;
  return apiError(code, { message: error.message, ...(details ? { details } : {}) });
}

function isGenerating(request: GeminiRequest): boolean {
  return request.method === 'generateContent' || request.method === 'streamGenerateContent';
}

/** countTokens takes the contents as they are, or a whole request to generate. */
function counted(body: GenerateRequest): GenerateRequest {
  return (body.generateContentRequest as GenerateRequest | undefined) ?? body;
}

interface Exchange {
  readonly request: GeminiRequest;
  readonly query: URLSearchParams;
  /** The body is a JSON object, or there is none. */
  readonly isWellFormed: boolean;
}

function describe(incoming: IncomingMessage, text: string): Exchange {
  const body = parseObject(text === '' ? '{}' : text);
  const url = new URL(incoming.url ?? '/', 'http://127.0.0.1');
  const httpMethod = incoming.method ?? 'GET';
  const list = /^\/(v1[a-z0-9]*)\/models(?:\/([^/:]+))?$/.exec(url.pathname);
  const named = parseModelPath(url.pathname);
  const isGet = httpMethod === 'GET' && list;
  const request = new GeminiRequest(
    httpMethod,
    url.pathname,
    named?.version ?? list?.[1] ?? '',
    named?.model ?? list?.[2] ?? '',
    isGet ? (list[2] ? 'getModel' : 'listModels') : (named?.method ?? ''),
    incoming.headers,
    body ?? {},
  );
  return { request, query: url.searchParams, isWellFormed: body !== null };
}

function parseObject(text: string): GenerateRequest | null {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as GenerateRequest) : null;
  } catch {
    return null;
  }
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
