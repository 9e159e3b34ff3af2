import { lookup } from 'node:dns/promises';
import type { IncomingMessage, RequestOptions } from 'node:http';
import { request } from 'node:https';
import { isIP } from 'node:net';
import type { Readable } from 'node:stream';
import { connect, type ConnectionOptions } from 'node:tls';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Egress, Passage } from '../../agent/ports/egress';
import { EgressError, ToolError } from '../../shared/errors';
import { ownRequest } from './proxy/ownRequest';
import { openTunnel } from './proxy/tunnel';
import { bareHost, blocked, checkUrl, isPublicAddress, type CheckedUrl } from './addresses';

export interface SafeFetchOptions {
  /** Private hosts that may be fetched; see `checkUrl`. */
  readonly allowedHosts: () => readonly string[];
  readonly userAgent: string;
  /** Returns all addresses of a name; the system's resolver, except in tests. */
  readonly resolve?: (name: string) => Promise<readonly string[]>;
  readonly limits?: FetchLimits;
  readonly egress: Egress;
  /** The chat that the request is for. */
  readonly chat?: string;
  /** Called before a redirect to another host is followed; may throw `ToolError`. */
  readonly onRedirect?: (url: string) => void;
  /** Returns the proxy for a URL. The proxy itself gets the evaluated address, never the name. */
  readonly proxyFor?: (url: URL) => URL | undefined;
  /** The `Proxy-Authorization` header for a proxy, replacing the credentials in its address. */
  readonly proxyAuthorization?: (proxy: URL) => string | undefined;
}

export interface FetchLimits {
  /** Until the response's head arrives. */
  readonly headMs: number;
  readonly totalMs: number;
  /** The limit for the body, both as received and decompressed. */
  readonly bytes: number;
}

export interface FetchedBody {
  readonly url: string;
  /** As sent by the server; empty if missing. */
  readonly contentType: string;
  readonly bytes: Uint8Array;
  /** Whether the body exceeds the limit. */
  readonly isCut: boolean;
}

const LIMITS: FetchLimits = { headMs: 10_000, totalMs: 30_000, bytes: 10 * 1024 * 1024 };
const MAX_REDIRECTS = 10;

/**
 * Fetches a public address. Names are resolved once, all their addresses are checked, and the connection goes to
 * exactly the address that was checked, again for every redirect: so neither a redirect nor a changing name leads
 * into a private network. Throws `ToolError` `web_fetch_blocked_host` or `web_fetch_fallback_failed`.
 */
export async function safeFetch(text: string, options: SafeFetchOptions, user: AbortSignal): Promise<FetchedBody> {
  const limits = options.limits ?? LIMITS;
  const signal = AbortSignal.any([user, AbortSignal.timeout(limits.totalMs)]);
  let address = text;
  try {
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      const checked = checkUrl(address, options.allowedHosts());
      const passage = admitted(checked.url, options);
      const response = await open(checked, options, limits.headMs, signal).catch((error: unknown) => {
        passage.end('failed');
        throw error;
      });
      response.on('close', () => passage.end(response.statusCode ?? 0));
      const next = redirectOf(response, checked.url);
      if (next === undefined) return await readBody(response, checked.url, limits, signal, passage);
      response.destroy();
      if (new URL(next).hostname !== checked.url.hostname) options.onRedirect?.(next);
      address = next;
    }
  } catch (error) {
    if (error instanceof ToolError || user.aborted) throw error;
    throw failed(text, signal.aborted || isTimeout(error) ? 'the server took too long' : reasonOf(error));
  }
  throw failed(text, `there were more than ${MAX_REDIRECTS} redirects`);
}

/** Throws `ToolError` if the host may not be reached or the address contains a secret. */
function admitted(url: URL, { egress, chat }: SafeFetchOptions): Passage {
  try {
    return egress.open(url, { purpose: 'web', ...(chat !== undefined && { chat }) });
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    throw new ToolError('web_fetch_blocked_host', error.message, error.message);
  }
}

async function open(
  { url, isAllowed }: CheckedUrl,
  options: SafeFetchOptions,
  headMs: number,
  user: AbortSignal,
): Promise<IncomingMessage> {
  const host = bareHost(url);
  const address = await addressOf(host, isAllowed, url, options);
  const patience = new AbortController();
  const signal = AbortSignal.any([user, patience.signal]);
  const isSecure = url.protocol === 'https:';
  const port = Number(url.port) || (isSecure ? 443 : 80);
  const timer = setTimeout(() => patience.abort(), headMs);
  const settings: RequestOptions & { servername?: string } = {
    // The address instead of the name, so that nothing resolves the name again.
    host: address,
    port,
    path: url.pathname + url.search,
    signal,
    ...(isIP(host) === 0 && { servername: host }),
    headers: {
      Host: url.host,
      'User-Agent': options.userAgent,
      Accept: 'text/markdown, text/html;q=0.9, text/plain;q=0.8, application/json;q=0.8, */*;q=0.5',
      'Accept-Encoding': 'gzip, deflate, br',
    },
  };
  const proxy = options.proxyFor?.(url);
  const send = async () => {
    const tunnel = proxy && (await openTunnel(proxy, address, port, signal, options.proxyAuthorization?.(proxy)));
    const createConnection =
      tunnel && (() => (isSecure ? connect({ ...settings, socket: tunnel } as ConnectionOptions) : tunnel));
    return new Promise<IncomingMessage>((resolve, reject) => {
      const asked =
        isSecure && !createConnection
          ? request({ ...settings, agent: false }, resolve) // VS Code's proxy gets the address, too
          : ownRequest({ ...settings, ...(createConnection && { createConnection }) }, resolve);
      asked.once('error', reject).end();
    });
  };
  const response = await send().finally(() => clearTimeout(timer));
  const { statusCode = 0 } = response;
  if (statusCode < 400) return response;
  response.destroy();
  throw failed(url.href, `the server answered ${statusCode}`);
}

async function addressOf(host: string, isAllowed: boolean, url: URL, options: SafeFetchOptions): Promise<string> {
  if (isIP(host) > 0) return host;
  const addresses = await (options.resolve ?? resolveAll)(host);
  const [first] = addresses;
  if (first === undefined) throw failed(url.href, `${host} was not found`);
  const inside = isAllowed ? undefined : addresses.find(address => !isPublicAddress(address));
  if (inside !== undefined) throw blocked(url.href, `${host} leads to ${inside}, which is not public`);
  return first;
}

async function resolveAll(name: string): Promise<string[]> {
  return (await lookup(name, { all: true })).map(({ address }) => address);
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage, from: URL): string | undefined {
  if (![301, 302, 303, 307, 308].includes(statusCode) || headers.location === undefined) return undefined;
  if (!URL.canParse(headers.location, from.href)) throw failed(from.href, 'it redirects to an invalid address');
  return new URL(headers.location, from).href;
}

async function readBody(
  response: IncomingMessage,
  url: URL,
  { bytes: limit }: FetchLimits,
  signal: AbortSignal,
  passage: Passage,
): Promise<FetchedBody> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  let raw = 0;
  const body = unpacked(response);
  const stop = () => response.destroy(new Error('aborted'));
  signal.addEventListener('abort', stop);
  if (body !== response) {
    response.on('data', (piece: Uint8Array) => {
      raw += piece.length;
      passage.received(piece.length);
      if (raw > limit) response.destroy(); // the data received so far is enough
    });
  }
  try {
    for await (const piece of body as AsyncIterable<Uint8Array>) {
      pieces.push(piece);
      if (body === response) passage.received(piece.length);
      size += piece.length;
      if (size > limit) break;
    }
  } catch (error) {
    if (raw <= limit || signal.aborted) throw error;
  } finally {
    signal.removeEventListener('abort', stop);
    response.destroy();
  }
  const isCut = size > limit || raw > limit;
  const bytes = Buffer.concat(pieces).subarray(0, limit);
  return { url: url.href, contentType: response.headers['content-type'] ?? '', bytes, isCut };
}

function unpacked(response: IncomingMessage): Readable {
  const packing = response.headers['content-encoding']?.trim().toLowerCase();
  const unpack =
    packing === 'gzip' || packing === 'x-gzip'
      ? createGunzip()
      : packing === 'deflate'
        ? createInflate()
        : packing === 'br'
          ? createBrotliDecompress()
          : undefined;
  if (!unpack) return response;
  response.once('error', error => unpack.destroy(error));
  response.once('close', () => {
    if (!response.complete) unpack.destroy(new Error('the connection broke'));
  });
  return response.pipe(unpack);
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined || error.message.includes(code) ? error.message : `${error.message} (${code})`;
}

export function failed(url: string, why: string): ToolError {
  return new ToolError('web_fetch_fallback_failed', `${url} couldn't be fetched: ${why}.`);
}
