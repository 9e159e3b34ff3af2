import { createServer, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

export interface ConnectProxyOptions {
  /** Who is let through, as `user:password`; without it everyone is. */
  readonly login?: string;
  /** The port on 127.0.0.1 that a target really is; undefined: it can't be reached. */
  readonly route: (target: string) => number | undefined;
}

/** A proxy on 127.0.0.1 that only knows tunnels. */
export class ConnectProxy {
  /** Every target that was asked for, `host:port`, in order. */
  readonly targets: string[] = [];
  /** Every address that was asked for without a tunnel, which it refuses. */
  readonly plain: string[] = [];
  private readonly sockets = new Set<Duplex>();
  private readonly http = createServer(({ url = '' }, response) => {
    this.plain.push(url);
    response.writeHead(405).end();
  });

  private constructor(private readonly options: ConnectProxyOptions) {
    this.http.on('connect', (request, socket) => this.tunnel(request, socket));
  }

  static async start(options: ConnectProxyOptions): Promise<ConnectProxy> {
    const proxy = new ConnectProxy(options);
    await new Promise<void>(resolve => proxy.http.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get host(): string {
    return `127.0.0.1:${(this.http.address() as AddressInfo).port}`;
  }

  get url(): string {
    return `http://${this.host}`;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    const closed = new Promise<void>(resolve => this.http.close(() => resolve()));
    this.http.closeAllConnections();
    await closed;
  }

  private tunnel({ url: target = '', headers }: IncomingMessage, socket: Duplex): void {
    this.targets.push(target);
    this.keep(socket);
    const { login, route } = this.options;
    const expected = `Basic ${Buffer.from(login ?? '').toString('base64')}`;
    if (login !== undefined && headers['proxy-authorization'] !== expected) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="test"\r\n\r\n');
      return;
    }
    const port = route(target);
    if (port === undefined) {
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
      return;
    }
    const onward: Socket = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    this.keep(onward);
  }

  private keep(socket: Duplex): void {
    this.sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => this.sockets.delete(socket));
  }
}
