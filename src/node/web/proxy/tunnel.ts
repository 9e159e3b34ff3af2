import { isIP, isIPv6 } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect } from 'node:tls';
import { ProxyError } from '../../../shared/errors';
import { ownRequest } from './ownRequest';

/**
 * Opens a connection to `host` (an IP address, so that the proxy resolves nothing) through `proxy`, whose URL may
 * have credentials. `authorization` replaces them with a `Proxy-Authorization` header. Throws `ProxyError`.
 */
export async function openTunnel(
  proxy: URL,
  host: string,
  port: number,
  signal: AbortSignal,
  authorization?: string,
): Promise<Duplex> {
  const target = `${isIPv6(host) ? `[${host}]` : host}:${port}`;
  const isSecure = proxy.protocol === 'https:';
  const at = { host: proxy.hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(proxy.port) || (isSecure ? 443 : 80) };
  const servername = isIP(at.host) === 0 ? at.host : undefined;
  const { promise, resolve, reject } = settling<Duplex>();
  const asked = ownRequest({
    ...at,
    ...(isSecure && {
      agent: undefined,
      createConnection: () => connect({ ...at, ...(servername !== undefined && { servername }) }),
    }),
    method: 'CONNECT',
    path: target,
    signal,
    headers: { Host: target, ...headerOf(authorization ?? loginOf(proxy)) },
  });
  asked.once('connect', ({ statusCode = 0 }, socket, head) => {
    if (statusCode === 200 && head.length === 0) return resolve(socket);
    socket.destroy();
    reject(new ProxyError(proxy.host, target, statusCode));
  });
  asked.once('response', ({ statusCode }) => {
    asked.destroy();
    reject(new ProxyError(proxy.host, target, statusCode));
  });
  asked.once('error', error => reject(new ProxyError(proxy.host, target, undefined, { cause: error })));
  asked.end();
  return promise;
}

function headerOf(authorization: string | undefined): { readonly 'Proxy-Authorization'?: string } {
  return authorization === undefined ? {} : { 'Proxy-Authorization': authorization };
}

function loginOf({ username, password }: URL): string | undefined {
  if (username === '') return undefined;
  const plain = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `Basic ${Buffer.from(plain).toString('base64')}`;
}

function settling<T>() {
  let resolve!: (value: T) => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
