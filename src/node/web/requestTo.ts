import type { Agent as PlainAgent, IncomingMessage, RequestOptions } from 'node:http';
import { request, type Agent } from 'node:https';
import { isIP, type Socket } from 'node:net';
import { connect, type ConnectionOptions } from 'node:tls';
import { bareHost } from './addresses';
import { ownRequest } from './proxy/ownRequest';
import { openTunnel } from './proxy/tunnel';

export interface RequestTo {
  readonly url: URL;
  /** The address to connect to, whatever the name resolves to by then. */
  readonly address: string;
  /** If it has a body, that must be a string. */
  readonly init: RequestInit;
  readonly signal: AbortSignal | undefined;
  readonly proxy: URL | undefined;
  /** Absent: the connection is used for this request only. */
  readonly agents?: { readonly secure: Agent; readonly plain: PlainAgent };
}

/** Sends a request to exactly the address that was evaluated; resolves with the response's head. */
export async function requestTo({ url, address, init, signal, proxy, agents }: RequestTo): Promise<IncomingMessage> {
  const host = bareHost(url);
  const isSecure = url.protocol === 'https:';
  const port = Number(url.port) || (isSecure ? 443 : 80);
  const body = typeof init.body === 'string' ? init.body : undefined;
  const settings: RequestOptions & { servername?: string } = {
    host: address,
    port,
    path: url.pathname + url.search,
    method: init.method ?? 'GET',
    ...(signal && { signal }),
    ...(isIP(host) === 0 && { servername: host }),
    headers: {
      ...Object.fromEntries(init.headers instanceof Headers ? init.headers : new Headers(init.headers)),
      host: url.host,
      ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
    },
  };
  const tunnel = proxy && (await openTunnel(proxy, address, port, signal ?? new AbortController().signal));
  const createConnection =
    tunnel && (() => (isSecure ? connect({ ...settings, socket: tunnel } as ConnectionOptions) : tunnel));
  return new Promise((done, reject) => {
    const asked =
      isSecure && !createConnection
        ? request({ ...settings, agent: agents?.secure ?? false }, done) // VS Code's proxy gets the address, too
        : ownRequest({ ...settings, ...(createConnection ? { createConnection } : { agent: agents?.plain }) }, done);
    asked.once('socket', guard).once('error', reject).end(body);
  });
}

/**
 * Keeps the error of a late abort from ending this process: Node destroys the socket with it even if the answer has
 * ended, when nothing of Node's listens to the socket any more.
 */
function guard(socket: Socket): void {
  if (!socket.listeners('error').includes(ignore)) socket.on('error', ignore);
}

const ignore = (): void => undefined;
