import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { FetchLike, Transport, TransportSendOptions } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';
import { realTimers } from '../../agent/ports/timers';
import { announced, announcedVersion } from './announcement';
import { MessageTooLong } from './eventStream';
import { flawedAnswer, MAX_MESSAGE, tooLong, type Flaw } from './messages';
import { StreamPace } from './streamPace';
import { ValueCount } from './valueCount';

export interface HttpTransportOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: FetchLike;
  /** Whether `initialize` carries the metadata that servers without sessions expect of each request. */
  readonly isAnnounced?: boolean;
}

/** How many milliseconds after the end of its stream an answer may take to be received. */
const SETTLE_MS = 200;

/**
 * Streamable HTTP in which a request whose stream ends without an answer fails immediately: the SDK would leave it
 * waiting for the call's full timeout.
 */
export class HttpTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #inner: StreamableHTTPClientTransport;
  /** Requests without an answer yet; true: their stream ended and is being resumed. */
  readonly #open = new Map<RequestId, boolean>();
  /** Those of them that may have got an answer that is invalid. */
  readonly #doubtful = new Set<RequestId>();
  readonly #pace = new StreamPace(realTimers);

  constructor(
    url: URL,
    private readonly options: HttpTransportOptions,
  ) {
    const { headers, fetch } = options;
    this.#inner = new StreamableHTTPClientTransport(url, {
      requestInit: { headers: { ...headers } },
      fetch: (input, init) => this.#fetch(fetch, input, init),
    });
    this.#inner.onmessage = message => this.#receive(message);
    this.#inner.onclose = () => this.onclose?.();
    this.#inner.onerror = error => {
      if (error.message.includes('Maximum reconnection attempts')) this.#failResumed();
      if ('issues' in error) for (const id of this.#open.keys()) this.#doubtful.add(id);
      this.onerror?.(error);
    };
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId;
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion(version);
  }

  start(): Promise<void> {
    return this.#inner.start();
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const id = 'method' in message && 'id' in message ? message.id : undefined;
    if (id !== undefined) this.#open.set(id, false);
    const sent = this.options.isAnnounced === true ? announced(message) : message;
    try {
      await this.#inner.send(sent, options as Parameters<StreamableHTTPClientTransport['send']>[1]);
    } catch (error) {
      if (id !== undefined) this.#open.delete(id);
      throw error;
    }
  }

  /** Tells the server that the session is over; if that fails, the session ends anyway. */
  async close(): Promise<void> {
    if (this.#inner.sessionId !== undefined) {
      const timer = new Promise<void>(resolve => setTimeout(resolve, 1000));
      await Promise.race([this.#inner.terminateSession().catch(() => undefined), timer]);
    }
    await this.#inner.close();
  }

  #receive(message: JSONRPCMessage): void {
    if (!('method' in message) && message.id !== undefined) {
      this.#open.delete(message.id);
      this.#doubtful.delete(message.id);
    }
    this.onmessage?.(message);
  }

  async #fetch(fetch: FetchLike, input: string | URL, init: RequestInit | undefined): Promise<Response> {
    if (init?.method === 'GET') await this.#pace.next(init.signal);
    const response = await fetch(input, withHeaders(init));
    const type = response.headers.get('content-type') ?? '';
    const isStream = /^text\/event-stream\b/i.test(type);
    if (!response.body) return response;
    const id = init?.method === 'POST' ? requestIn(init.body) : undefined;
    const onEnd = (isResumable: boolean, flaw?: Flaw) => {
      if (id === undefined || !isStream) return;
      if (flaw) this.#fail(id, flaw);
      else if (isResumable && this.#open.has(id)) this.#open.set(id, true);
      else setTimeout(() => this.#fail(id), SETTLE_MS);
    };
    const { status, statusText, headers } = response;
    const body = watched(response.body, isStream, onEnd);
    const copy = new Response(body, { status, statusText, headers });
    Object.defineProperty(copy, 'url', { value: response.url });
    return copy;
  }

  #fail(id: RequestId, flaw: Flaw | undefined = this.#doubtful.has(id) ? 'invalid' : undefined): void {
    this.#doubtful.delete(id);
    if (!this.#open.delete(id)) return;
    const error = { code: -32_000, message: 'Connection closed' };
    this.onmessage?.(flaw ? flawedAnswer(id, flaw) : { jsonrpc: '2.0', id, error });
  }

  #failResumed(): void {
    for (const [id, isResumed] of [...this.#open]) if (isResumed) this.#fail(id);
  }
}

/** Adds a header with the message's method: proxies can route by it, and servers without sessions require it. */
function withHeaders(init: RequestInit | undefined): RequestInit | undefined {
  const sent =
    init?.method === 'POST' && typeof init.body === 'string' ? (JSON.parse(init.body) as JSONRPCMessage) : undefined;
  if (!sent || !('method' in sent)) return init;
  const headers = new Headers(init?.headers);
  headers.set('Mcp-Method', sent.method);
  const version = announcedVersion(sent);
  if (version !== undefined) headers.set('MCP-Protocol-Version', version);
  return { ...init, headers };
}

/** The id of the request in a POST body; undefined for notifications and answers. */
function requestIn(body: unknown): RequestId | undefined {
  if (typeof body !== 'string') return undefined;
  // The SDK serialized it, so it is valid JSON.
  const { id, method } = JSON.parse(body) as { readonly id?: RequestId; readonly method?: string };
  return method === undefined ? undefined : id;
}

/** Passes the stream through, up to the maximum message size; `onEnd` gets whether the stream can be resumed. */
function watched(
  source: ReadableStream<Uint8Array>,
  isStream: boolean,
  onEnd: (isResumable: boolean, flaw?: Flaw) => void,
): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  const decoder = new TextDecoder('latin1');
  let size = 0;
  let isResumable = false;
  const values = new ValueCount(isStream);
  const count = (chunk: Uint8Array) => {
    size += chunk.length;
    if (!isStream) return;
    const last = chunk.lastIndexOf(10);
    // A blank line ends an event.
    if (last > 0 && (chunk[last - 1] === 10 || chunk[last - 1] === 13)) size = chunk.length - last;
    isResumable ||= /(?:^|[\r\n])id:/.test(decoder.decode(chunk.subarray(0, 4096)));
  };
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) {
          count(value);
          if (!values.add(value)) throw new MessageTooLong('tooMany', 'tooMany');
        }
        if (size > MAX_MESSAGE) throw new MessageTooLong(tooLong());
        if (done) {
          onEnd(isResumable);
          controller.close();
        } else controller.enqueue(value);
      } catch (error) {
        onEnd(isResumable, error instanceof MessageTooLong ? error.flaw : undefined);
        controller.error(error);
        await reader.cancel(error).catch(() => undefined);
      }
    },
    cancel: reason => reader.cancel(reason),
  });
}
