import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import * as l10n from '@vscode/l10n';
import type { Egress, Passage } from '../../agent/ports/egress';
import type { SignInFetch } from '../../agent/ports/mcpSignIn';
import { EgressError, SignInError } from '../../shared/errors';
import { messageOf } from '../../shared/messageOf';
import { bareHost, reachOf, type Reach } from '../web/addresses';
import { resolveAll, type Resolve } from '../web/pinnedNames';
import { requestTo } from '../web/requestTo';

export interface SignInFetchOptions {
  /** The MCP server's address. */
  readonly address: string;
  /** Returns all addresses of a name; the system's resolver, except in tests. */
  readonly resolve?: Resolve;
  readonly proxyFor?: (url: URL) => URL | undefined;
  readonly limitMs?: number;
  readonly egress: Egress;
}

const LIMIT_MS = 20_000;
const MAX_BYTES = 1_000_000;
const MAX_REDIRECTS = 3;

/**
 * Sends a sign-in's requests to addresses that a server has named. Each name is resolved once, and the connection
 * goes to exactly the address that was evaluated: none on this machine or a private network, unless the server is
 * there itself. Follows redirects only within the origin and without a body. Throws `SignInError`.
 */
export function createSignInFetch(options: SignInFetchOptions): SignInFetch {
  const resolve = options.resolve ?? resolveAll;
  return async (text, init = {}) => {
    const signal = AbortSignal.any([
      AbortSignal.timeout(options.limitMs ?? LIMIT_MS),
      ...(init.signal ? [init.signal] : []),
    ]);
    let url = new URL(text);
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      const address = await evaluated(url, new URL(options.address), resolve);
      const bytes = typeof init.body === 'string' ? Buffer.byteLength(init.body) : 0;
      const passage = admitted(options.egress, url, { method: init.method ?? 'GET', bytes });
      const response = await requestTo({ url, address, init, signal, proxy: options.proxyFor?.(url) }).catch(
        (error: unknown) => {
          passage.end('failed');
          throw new SignInError(l10n.t('{0} couldn’t be reached for the sign-in.', url.origin), messageOf(error));
        },
      );
      passage.end(response.statusCode ?? 0);
      const next = redirectOf(response, url);
      if (!next) return readResponse(response, passage);
      response.destroy();
      if (next.origin !== url.origin || (init.method ?? 'GET') !== 'GET') throw refused(url, next.origin);
      url = next;
    }
    throw refused(url, url.origin);
  };
}

/** Throws `SignInError` if the host may not be reached. */
function admitted(egress: Egress, url: URL, request: { readonly method: string; readonly bytes: number }): Passage {
  try {
    return egress.open(url, { purpose: 'signIn' }, request);
  } catch (error) {
    throw error instanceof EgressError ? new SignInError(error.message) : error;
  }
}

/** Returns the address to connect to; throws `SignInError` if it isn't allowed. */
async function evaluated(url: URL, server: URL, resolve: Resolve): Promise<string> {
  const [address, ...others] = await addressesOf(url, resolve);
  if (address === undefined) throw new SignInError(l10n.t('{0} couldn’t be reached for the sign-in.', url.origin));
  if (url.origin === server.origin) return address;
  const reaches = [address, ...others].map(reachOf);
  const own = url.hostname === server.hostname ? reaches : (await addressesOf(server, resolve)).map(reachOf);
  const isPlain = url.protocol === 'http:';
  const isFine = reaches.every(reach => mayReach(reach, own) && (!isPlain || reach === 'loopback'));
  if (!isFine || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new SignInError(
      l10n.t('The sign-in leads to {0}, which isn’t allowed: the address is private, or isn’t https.', url.origin),
      address,
    );
  }
  return address;
}

function mayReach(reach: Reach, own: readonly Reach[]): boolean {
  if (reach === 'public') return true;
  const isOwn = own.length > 0 && own.every(each => each === reach);
  return isOwn || (reach === 'private' && own.length > 0 && own.every(each => each === 'loopback'));
}

async function addressesOf(url: URL, resolve: Resolve): Promise<readonly string[]> {
  const host = bareHost(url);
  if (isIP(host) > 0) return [host];
  return resolve(host).catch(() => []);
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage, from: URL): URL | undefined {
  const { location } = headers;
  const isRedirect = [301, 302, 303, 307, 308].includes(statusCode) && location !== undefined;
  return isRedirect && URL.canParse(location, from.href) ? new URL(location, from) : undefined;
}

async function readResponse(response: IncomingMessage, passage: Passage): Promise<Response> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response as AsyncIterable<Uint8Array>) {
    size += piece.length;
    passage.received(piece.length);
    if (size > MAX_BYTES) break;
    pieces.push(piece);
  }
  response.destroy();
  const headers = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as [string, string]);
  const { statusCode: status = 500 } = response;
  return new Response([204, 205, 304].includes(status) ? null : Buffer.concat(pieces), { status, headers });
}

function refused(from: URL, to: string): SignInError {
  return new SignInError(
    l10n.t('{0} redirects the sign-in to {1}. Pollux didn’t follow the redirect.', from.origin, to),
  );
}
