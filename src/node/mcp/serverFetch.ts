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
  /** The system's resolver, except in tests. */
  readonly resolve?: Resolve;
  /** The proxy to send requests through. */
  readonly proxyFor?: (url: URL) => URL | undefined;
  /** Whether requests go through a proxy, including those sent by `fetch`. */
  readonly isProxied?: (url: URL) => boolean;
}

/**
 * Sends requests to MCP servers, connecting to exactly the address that was evaluated, so that a name can't later
 * lead into the local network or to this machine. Answers may be silent for any time, while `fetch` gives them up
 * after five minutes; it sends only what just a proxy can resolve, and through a proxy what goes to an IP address.
 */
export function createServerFetch({ resolve, proxyFor, isProxied }: ServerFetchOptions = {}): Via {
  const names = new PinnedNames(resolve);
  const agents = { secure: new Agent({ keepAlive: true }), plain: new PlainAgent({ keepAlive: true }) };
  return async (url, init, otherwise) => {
    const name = bareHost(url);
    const isAddress = isIP(name) > 0 || name === 'localhost';
    if (isAddress && isProxied?.(url)) return otherwise();
    const signal = init.signal ?? undefined;
    const failed = (error: unknown) => {
      if (signal?.aborted) return signal.reason as Error;
      // Like `fetch`.
      return error instanceof EgressError ? error : new TypeError('fetch failed', { cause: error });
    };
    const resolved = isAddress ? Promise.resolve(name) : names.addressOf(name);
    const address = await resolved.catch((error: unknown) => {
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

/** Adds the headers that `fetch` would send; asks for no compression, because nothing here decompresses. */
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
