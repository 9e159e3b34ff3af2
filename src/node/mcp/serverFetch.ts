import { Agent as PlainAgent } from 'node:http';
import { Agent } from 'node:https';
import { isIP } from 'node:net';
import type { Via } from '../../agent/ports/egress';
import { EgressError } from '../../shared/errors';
import { bareHost } from '../web/addresses';
import { failed, fetchTo } from '../web/fetchTo';
import { PinnedNames, type Resolve } from '../web/pinnedNames';

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
  return async (url, init, otherwise, passage) => {
    const name = bareHost(url);
    const isAddress = isIP(name) > 0 || name === 'localhost';
    if (isAddress && isProxied?.(url)) return otherwise();
    const resolved = isAddress ? Promise.resolve(name) : names.addressOf(name);
    const address = await resolved.catch((error: unknown) => {
      if (!(error instanceof EgressError) && isProxied?.(url)) return undefined;
      throw failed('fetch failed', error, init.signal ?? undefined);
    });
    if (address === undefined) return otherwise();
    return fetchTo({ url, address, init, proxy: proxyFor?.(url), agents }, passage);
  };
}
