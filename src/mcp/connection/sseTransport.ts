import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  fetchWithinOrigin,
  unfollowedRedirect,
  type FetchLike,
  type Transport,
} from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import * as l10n from '@vscode/l10n';
import { messageOf } from '../../shared/messageOf';
import { eventsIn, MessageTooLong } from './eventStream';
import type { HttpTransportOptions } from './httpTransport';
import { MAX_MESSAGE, readMessage, tooLong } from './messages';

/**
 * The transport of old servers: one stream brings all their messages, each of ours is a POST to an address that the
 * stream names first. A session ends with its stream.
 */
export class SseTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** Why the stream ended by itself. */
  reason: string | undefined;
  readonly #fetch: FetchLike;
  readonly #life = new AbortController();
  #endpoint: URL | undefined;
  #version: string | undefined;

  constructor(
    private readonly url: URL,
    private readonly options: HttpTransportOptions,
  ) {
    this.#fetch = fetchWithinOrigin(options.fetch);
  }

  setProtocolVersion(version: string): void {
    this.#version = version;
  }

  /** Resolves when the server has named the address for messages. */
  async start(): Promise<void> {
    const headers = this.#headers({ accept: 'text/event-stream' });
    const response = await this.#fetch(this.url, { headers, signal: this.#life.signal });
    if (!response.ok) throw await failed(response, this.url);
    const type = response.headers.get('content-type') ?? '';
    if (!response.body || !/^text\/event-stream\b/i.test(type)) {
      await response.body?.cancel();
      throw new StreamableHTTPError(-1, `Unexpected content type: ${type}`);
    }
    let onReady: (() => void) | undefined;
    const ready = new Promise<void>(resolve => (onReady = resolve));
    const end = this.#read(response.body, () => onReady?.());
    end.catch((error: unknown) => this.#end(error));
    await Promise.race([ready, end]);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (!this.#endpoint) throw new Error('Not connected');
    const headers = this.#headers({ 'content-type': 'application/json' });
    const init = { method: 'POST', headers, body: JSON.stringify(message), signal: this.#life.signal };
    const response = await this.#fetch(this.#endpoint, init);
    if (!response.ok) throw await failed(response, this.#endpoint);
    // Says nothing; not cancelled, because the request has not been stopped.
    beginningOf(response).catch((error: unknown) => this.onerror?.(error as Error));
  }

  async close(): Promise<void> {
    this.#life.abort();
    const { onclose } = this;
    delete this.onclose;
    onclose?.();
  }

  /** Rejects when the stream has ended, never resolves. */
  async #read(body: ReadableStream<Uint8Array>, onReady: () => void): Promise<never> {
    for await (const { type, data } of eventsIn(body, MAX_MESSAGE)) {
      if (type === 'endpoint') {
        this.#endpoint = endpointOf(data, this.url);
        onReady();
      } else if (type === 'message') {
        const message = readMessage(data);
        if (message) this.onmessage?.(message);
        else this.onerror?.(new Error(`This isn't a message: ${data.slice(0, 200)}`));
      }
    }
    throw new StreamEnd(l10n.t('It closed the connection.'));
  }

  #end(error: unknown): void {
    if (this.#life.signal.aborted) return;
    this.reason = error instanceof MessageTooLong ? tooLong() : messageOf(error);
    void this.close();
  }

  #headers(more: Readonly<Record<string, string>>): Headers {
    const headers = new Headers({ ...this.options.headers, ...more });
    if (this.#version !== undefined) headers.set('mcp-protocol-version', this.#version);
    return headers;
  }
}

/** The server ended its stream. */
class StreamEnd extends Error {}

/** Credentials must not go to another origin. */
function endpointOf(text: string, base: URL): URL {
  const endpoint = URL.canParse(text, base.href) ? new URL(text, base) : undefined;
  if (endpoint?.origin === base.origin) return endpoint;
  throw new StreamEnd(l10n.t('It wants messages to be sent to another address: {0}', text.slice(0, 200)));
}

const MAX_DETAIL = 10_000;

async function failed(response: Response, url: URL): Promise<StreamableHTTPError> {
  const redirect = unfollowedRedirect(response, url);
  const detail = redirect ?? (await beginningOf(response));
  return new StreamableHTTPError(response.status, detail);
}

async function beginningOf({ body }: Response): Promise<string> {
  if (!body) return '';
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body as ReadableStream<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MAX_DETAIL) break;
  }
  return text;
}
