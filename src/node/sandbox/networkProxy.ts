import { lookup } from 'node:dns/promises';
import { chmodSync, rmSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { isPublicAddress } from '../web/addresses';

export interface NetworkProxy {
  /** The path of its Unix socket. */
  readonly path: string;
  /** The requests that were refused. */
  refused(): Refused;
  close(): void;
}

export interface Refused {
  /** Hosts that were refused only for lack of permission; with the port if the name alone isn't enough. */
  readonly hosts: readonly string[];
  /** Why a host was refused although its name is allowed, or can't be allowed: complete clauses. */
  readonly notes: readonly string[];
}

/** Names; `*.` matches any subdomain, `*` any name. A denied name and its subdomains are always refused. */
export interface AllowedHosts {
  readonly hosts: readonly string[];
  readonly denied?: readonly string[];
}

export type LookUp = (host: string) => Promise<readonly { readonly address: string }[]>;

const lookUpAll: LookUp = host => lookup(host, { all: true, order: 'ipv4first' });
const PORTS = new Set([80, 443]);
/** The beginning of every refusal. */
export const REFUSAL_MARK = 'Pollux sandbox:';

/**
 * A sandbox's only access to the network: HTTP requests and tunnels to hosts allowed by name. A name must resolve to
 * public addresses, and the connection goes to the address that was checked. An address of this machine or its
 * network must be allowed as exactly `host:port`.
 */
export async function openNetworkProxy(
  path: string,
  { hosts, denied = [] }: AllowedHosts,
  lookUp: LookUp = lookUpAll,
): Promise<NetworkProxy> {
  const refused = { hosts: new Set<string>(), notes: new Set<string>() };
  const noted = (route: Refusal): Refusal => {
    refused.notes.add(route.why);
    return route;
  };
  const sockets = new Set<Duplex>();
  const routeTo: RouteTo = async (host, port) => {
    const name = host
      .toLowerCase()
      .replace(/\.$/, '')
      .replace(/^\[(.*)\]$/, '$1');
    const place = `${name}:${port}`;
    const refuse = (missing: string, why = `${missing} is not allowed`): Refusal => {
      refused.hosts.add(missing);
      return { status: 403, why };
    };
    const isDenied = denied.some(each => name === each || name.endsWith(`.${each.replace(/^\*\./, '')}`));
    const isNamed = hosts.includes(place);
    if (isDenied) return noted({ status: 403, why: `a policy rule denies ${name}` });
    // Allowing the host wouldn't be enough for a private address, so ask for host and port right away.
    if (!isNamed && isIP(name) && !isPublicAddress(name)) return noted(refuse(place, `${name} is a private address`));
    if (!isNamed && !PORTS.has(port)) return refuse(place);
    if (!isNamed && !hosts.some(each => isHostOf(name, each.toLowerCase()))) return refuse(name);
    const found = isIP(name) ? [{ address: name }] : await lookUp(name).catch(() => []);
    const [first] = found;
    if (!first) return { status: 502, why: `the name ${name} couldn't be resolved` };
    const inner = isNamed ? undefined : found.find(({ address }) => !isPublicAddress(address))?.address;
    if (inner !== undefined) return noted(refuse(place, `${name} is at the private address ${inner}`));
    return { address: first.address };
  };
  const server = createServer((incoming, outgoing) => void forward(incoming, outgoing, routeTo));
  server.on('connect', (incoming: IncomingMessage, socket: Duplex) => void tunnel(incoming, socket, routeTo));
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
    refused: () => ({ hosts: [...refused.hosts], notes: [...refused.notes] }),
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      rmSync(path, { force: true });
    },
  };
}

/** The address to connect to, or the refusal to answer with. */
type Route = { readonly address: string } | Refusal;
interface Refusal {
  readonly status: 403 | 502;
  /** A clause without a period. */
  readonly why: string;
}
type RouteTo = (host: string, port: number) => Promise<Route>;

const INVALID: Refusal = { status: 403, why: 'the proxy does not understand this request' };

/** Whether `allowed` matches: `*.` before a name matches any subdomain, `*` alone any name. */
function isHostOf(name: string, allowed: string): boolean {
  if (allowed === '*') return true;
  return allowed.startsWith('*.') ? name.endsWith(allowed.slice(1)) && !isIP(name) : name === allowed;
}

async function tunnel(incoming: IncomingMessage, socket: Duplex, routeTo: RouteTo): Promise<void> {
  const [, host = '', port = ''] = /^(\[[\da-f:.]+\]|[\w.-]+):(\d+)$/i.exec(incoming.url ?? '') ?? [];
  const route = host === '' ? INVALID : await routeTo(host, Number(port));
  if ('status' in route) {
    const text = refusalOf(route.why);
    const reason = route.status === 403 ? 'Forbidden by the sandbox' : 'Bad Gateway';
    socket.end(`HTTP/1.1 ${route.status} ${reason}\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
    return;
  }
  const out = connect(Number(port), route.address, () => {
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

/** The refusal's response body. If it appears in a program's output, the program needed the host. */
function refusalOf(why: string): string {
  return `${REFUSAL_MARK} ${why}.\n`;
}

async function forward(incoming: IncomingMessage, outgoing: ServerResponse, routeTo: RouteTo): Promise<void> {
  const url = URL.canParse(incoming.url ?? '') ? new URL(incoming.url ?? '') : null;
  const port = Number(url?.port === '' ? 80 : url?.port);
  const route = url?.protocol === 'http:' ? await routeTo(url.hostname, port) : INVALID;
  if (!url || 'status' in route) {
    const { status, why } = 'status' in route ? route : INVALID;
    outgoing.writeHead(status, { 'content-type': 'text/plain' }).end(refusalOf(why));
    return;
  }
  const { 'proxy-connection': _, 'proxy-authorization': __, ...headers } = incoming.headers;
  const { method } = incoming;
  const options = {
    host: route.address,
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
