import type { GoogleGenAI } from '@google/genai';
import type { ModelRequest } from '../agent/ports/model';
import type { ContentsJson } from './contentsJson';
import { toApiRequest } from './convert';

/** What the SDK gets in place of the conversation, and what it makes of it. */
const PLACEHOLDER = [{ role: 'user', parts: [{ text: '-' }] }];
const WITH_PLACEHOLDER = '{"contents":[{"parts":[{"text":"-"}],"role":"user"}]';

type Fetch = typeof globalThis.fetch;

/** A request without its conversation, as the SDK would send it. */
interface Prepared {
  /** What it was made of; see `sourcesOf`. */
  readonly sources: readonly unknown[];
  readonly url: Parameters<Fetch>[0];
  readonly init: RequestInit;
  /** The body after the conversation. */
  readonly rest: string;
}

/**
 * Streams answers of one client of the SDK, which prepares the requests; this puts in the conversation, sends them and
 * returns the response body. The SDK would convert all messages for every request. It creates a `Response` for every
 * chunk, which costs several times as much as everything else, and it fails on comments and on truncated lines.
 */
export class StreamRequests {
  /** Reused while only the conversation changes, as in the rounds of a run. */
  #last: Prepared | undefined;

  constructor(
    private readonly client: GoogleGenAI,
    private readonly contents: ContentsJson,
  ) {}

  /** Throws what `send` throws, which must do so for any response but success. */
  async open(send: Fetch, request: ModelRequest, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const { url, init, rest } = await this.#prepare(request);
    const body = `{"contents":${this.contents.of(request.messages, request.model)}${rest}`;
    const response = await send(url, { ...init, body, signal });
    return response.body ?? new ReadableStream({ start: controller => controller.close() });
  }

  async #prepare(request: ModelRequest): Promise<Prepared> {
    const sources = sourcesOf(request);
    if (this.#last?.sources.every((each, i) => each === sources[i])) return this.#last;
    const { model, config } = toApiRequest({ ...request, messages: [] });
    const prepared: Prepared[] = [];
    const take: Fetch = async (url, init = {}) => {
      prepared.push({ sources, url, init, rest: afterContents(init.body) });
      return new Response();
    };
    const asked = { model, contents: PLACEHOLDER, config: { ...config, httpOptions: { fetch: take } } };
    await this.client.models.generateContentStream(asked);
    const [last] = prepared;
    if (!last) throw new Error('The SDK sent no request');
    return (this.#last = last);
  }
}

/** Everything in a request but the conversation. The tools by identity, because they are long and rarely change. */
function sourcesOf({ model, system, tools, ...more }: ModelRequest): readonly unknown[] {
  const { toolChoice, responseSchema, serviceTools, generation } = more;
  return [model, system, tools, JSON.stringify([toolChoice, responseSchema, serviceTools, generation])];
}

/** `body`: of a request with the placeholder. */
function afterContents(body: unknown): string {
  if (typeof body !== 'string' || !body.startsWith(WITH_PLACEHOLDER))
    throw new Error('The SDK changed the placeholder');
  return body.slice(WITH_PLACEHOLDER.length);
}
