import { Agent as PlainAgent, type IncomingMessage } from 'node:http';
import { Agent } from 'node:https';
import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import type { Via } from '../../agent/ports/egress';
import { EgressError } from '../../shared/errors';
import { bareHost } from '../web/addresses';
import { PinnedNames, type Resolve } from '../web/pinnedNames';
import { requestTo } from '../web/requestTo';

export interface ServerFetchOptions {
  /** The system's resolver unless a test says otherwise. */
  readonly resolve?: Resolve;
  /** The proxy that requests are sent through here. */
  readonly proxyFor?: (url: URL) => URL | undefined;
  /** Whether a proxy is on the way, whoever sends through it. */
  readonly isProxied?: (url: URL) => boolean;
}

/**
 * How requests to MCP servers are sent: each connection goes to the very address that was evaluated, so that no name leads
 * into the network, or to this machine, that did not at first. An address needs no such care; and what only a proxy can look
 * up goes as everything does.
 */
export function createServerFetch({ resolve, proxyFor, isProxied }: ServerFetchOptions = {}): Via {
  const names = new PinnedNames(resolve);
  const agents = { secure: new Agent({ keepAlive: true }), plain: new PlainAgent({ keepAlive: true }) };
  return async (url, init, otherwise) => {
    const name = bareHost(url);
    if (isIP(name) > 0 || name === 'localhost') return otherwise();
    const signal = init.signal ?? undefined;
    const failed = (error: unknown) => {
      if (signal?.aborted) return signal.reason as Error;
      // As `fetch` says it.
      return error instanceof EgressError ? error : new TypeError('fetch failed', { cause: error });
    };
    const address = await names.addressOf(name).catch((error: unknown) => {
      if (!(error instanceof EgressError) && isProxied?.(url)) return undefined;
      throw failed(error);
    });
    if (address === undefined) return otherwise();
    const asked = { ...init, headers: withUsual(init.headers) };
    const answer = requestTo({ url, address, init: asked, signal, proxy: proxyFor?.(url), agents });
    return responseOf(
      await answer.catch((error: unknown) => {
        throw failed(error);
      }),
    );
  };
}

/** With what `fetch` would say of itself; nothing is packed, as nothing here unpacks it. */
function withUsual(headers: RequestInit['headers']): Headers {
  const usual = new Headers({ accept: '*/*', 'user-agent': 'node', 'accept-encoding': 'identity' });
  for (const [name, value] of new Headers(headers)) usual.set(name, value);
  return usual;
}

function responseOf(message: IncomingMessage): Response {
  const { statusCode: status = 500, statusMessage: statusText = '', headers } = message;
  const given = new Headers();
  for (const [name, value] of Object.entries(headers))
    for (const each of [value].flat()) given.append(name, each ?? '');
  const isEmpty = [204, 205, 304].includes(status);
  if (isEmpty) message.resume();
  const body = isEmpty ? null : (Readable.toWeb(message) as ReadableStream<Uint8Array>);
  return new Response(body, { status, statusText, headers: given });
}
