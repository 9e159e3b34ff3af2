import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { RequestId } from '@modelcontextprotocol/sdk/types.js';
import { headerValueOf } from './headerParameters';

interface Sent {
  readonly id?: RequestId;
  readonly method?: string;
  readonly params?: { readonly name?: unknown; readonly uri?: unknown };
}

/** The parameter that a request repeats in `Mcp-Name`, by method. */
const NAMED_BY: Readonly<Record<string, 'name' | 'uri'>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};

/**
 * Adds the headers of the stateless protocol, which repeat what a request is about. A request is cancelled by closing
 * its connection.
 */
export class StatelessFetch {
  readonly #open = new Map<RequestId, AbortController>();

  constructor(
    private readonly inner: FetchLike,
    private readonly headersOf: (params: unknown) => Readonly<Record<string, string>>,
  ) {}

  readonly fetch: FetchLike = async (input, init) => {
    const { id, method, params } = typeof init?.body === 'string' ? (JSON.parse(init.body) as Sent) : {};
    if (method === undefined) return this.inner(input, init);
    const headers = new Headers(init?.headers);
    const named = NAMED_BY[method];
    const name = named && params?.[named];
    if (typeof name === 'string') headers.set('Mcp-Name', headerValueOf(name));
    if (method === 'tools/call') {
      for (const [header, value] of Object.entries(this.headersOf(params))) headers.set(header, value);
    }
    if (id === undefined) return this.inner(input, { ...init, headers });
    const cancelled = new AbortController();
    this.#open.set(id, cancelled);
    const signal = init?.signal ? AbortSignal.any([init.signal, cancelled.signal]) : cancelled.signal;
    return asAnswer(await this.inner(input, { ...init, headers, signal }));
  };

  /** Call this when a request has been answered. */
  answered(id: RequestId): void {
    this.#open.delete(id);
  }

  cancel(id: RequestId): void {
    this.#open.get(id)?.abort();
    this.#open.delete(id);
  }
}

/** Servers send JSON-RPC errors with an HTTP error status; the SDK expects answers to be 200. */
async function asAnswer(response: Response): Promise<Response> {
  const { status, headers } = response;
  if (response.ok || status === 401 || status === 403 || !/\bjson\b/i.test(headers.get('content-type') ?? ''))
    return response;
  const text = await response.text();
  return new Response(text, { status: isError(text) ? 200 : status, headers });
}

function isError(text: string): boolean {
  try {
    const { id, error } = JSON.parse(text) as { readonly id?: unknown; readonly error?: { readonly code?: unknown } };
    return id !== undefined && id !== null && typeof error?.code === 'number';
  } catch {
    return false;
  }
}
