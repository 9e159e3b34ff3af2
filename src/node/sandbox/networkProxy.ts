import { lookup } from 'node:dns/promises';
import { chmodSync, rmSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { isPublicAddress } from '../web/addresses';

export interface NetworkProxy {
  /** Its socket. */
  readonly path: string;
  /** Hosts that were asked for and refused. */
  refused(): readonly string[];
  close(): void;
}

/** Names, `*.` for any name below; what is denied, and any name below it, is not let through whatever else is said. */
export interface AllowedHosts {
  readonly hosts: readonly string[];
  readonly denied?: readonly string[];
}

export type LookUp = (host: string) => Promise<readonly { readonly address: string }[]>;

const lookUpAll: LookUp = host => lookup(host, { all: true, order: 'ipv4first' });
const PORTS = new Set([80, 443]);

/**
 * The only way from a sandbox to the network: HTTP to hosts that are allowed by name, and tunnels to them. A name has to
 * lead to public addresses, and the one that was checked is the one that is called; an address of this machine or its
 * network is allowed by exactly `host:port` alone.
 */
export async function openNetworkProxy(
  path: string,
  { hosts, denied = [] }: AllowedHosts,
  lookUp: LookUp = lookUpAll,
): Promise<NetworkProxy> {
  const refused = new Set<string>();
  const sockets = new Set<Duplex>();
  /** Where to call, or null where that is not allowed. */
  const addressOf = async (host: string, port: number): Promise<string | null> => {
    const name = host
      .toLowerCase()
      .replace(/\.$/, '')
      .replace(/^\[(.*)\]$/, '$1');
    const isDenied = denied.some(each => name === each || name.endsWith(`.${each.replace(/^\*\./, '')}`));
    const isNamed = !isDenied && hosts.includes(`${name}:${port}`);
    if (isNamed || (!isDenied && PORTS.has(port) && hosts.some(each => isHostOf(name, each.toLowerCase())))) {
      const found = isIP(name) ? [{ address: name }] : await lookUp(name).catch(() => []);
      const isSafe = found.length > 0 && (isNamed || found.every(({ address }) => isPublicAddress(address)));
      if (isSafe) return found[0]?.address ?? null;
    }
    refused.add(PORTS.has(port) ? name : `${name}:${port}`);
    return null;
  };
  const server = createServer((incoming, outgoing) => void forward(incoming, outgoing, addressOf));
  server.on('connect', (incoming: IncomingMessage, socket: Duplex) => void tunnel(incoming, socket, addressOf));
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  chmodSync(path, 0o600);
  server.unref();
  return {
    path,
    refused: () => [...refused],
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      rmSync(path, { force: true });
    },
  };
}

type AddressOf = (host: string, port: number) => Promise<string | null>;

/** `*.` before a name stands for any below it. */
function isHostOf(name: string, allowed: string): boolean {
  return allowed.startsWith('*.') ? name.endsWith(allowed.slice(1)) && !isIP(name) : name === allowed;
}

async function tunnel(incoming: IncomingMessage, socket: Duplex, addressOf: AddressOf): Promise<void> {
  const [, host = '', port = ''] = /^(\[[\da-f:.]+\]|[\w.-]+):(\d+)$/i.exec(incoming.url ?? '') ?? [];
  const address = host === '' ? null : await addressOf(host, Number(port));
  if (address === null) {
    socket.end(`HTTP/1.1 403 Forbidden\r\nContent-Length: ${REFUSAL.length}\r\n\r\n${REFUSAL}`);
    return;
  }
  const out = connect(Number(port), address, () => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    out.pipe(socket);
    socket.pipe(out);
  });
  const end = () => {
    out.destroy();
    socket.destroy();
  };
  for (const side of [out, socket]) side.on('error', end).on('close', end);
}

const REFUSAL = 'The sandbox of Pollux does not allow this host.\n';

async function forward(incoming: IncomingMessage, outgoing: ServerResponse, addressOf: AddressOf): Promise<void> {
  const url = URL.canParse(incoming.url ?? '') ? new URL(incoming.url ?? '') : null;
  const port = Number(url?.port === '' ? 80 : url?.port);
  const address = url?.protocol === 'http:' ? await addressOf(url.hostname, port) : null;
  if (!url || address === null) {
    outgoing.writeHead(403, { 'content-type': 'text/plain' }).end(REFUSAL);
    return;
  }
  const { 'proxy-connection': _, 'proxy-authorization': __, ...headers } = incoming.headers;
  const { method } = incoming;
  const options = {
    host: address,
    port,
    path: `${url.pathname}${url.search}`,
    headers: { ...headers, host: url.host },
  };
  const out = request({ ...options, ...(method !== undefined && { method }) }, response => {
    const {
      connection: _connection,
      'keep-alive': _keepAlive,
      'transfer-encoding': _encoding,
      ...own
    } = response.headers;
    outgoing.writeHead(response.statusCode ?? 502, { ...own, connection: 'close' });
    response.pipe(outgoing);
  });
  out.on('error', () => outgoing.destroy());
  incoming.pipe(out);
}
