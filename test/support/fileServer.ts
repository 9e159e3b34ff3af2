import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ServedFile {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** A loopback server of files by their paths, which keeps the requests. */
export class FileServer {
  readonly requests: { readonly path: string; readonly headers: IncomingMessage['headers'] }[] = [];
  readonly files = new Map<string, ServedFile | ((headers: IncomingMessage['headers']) => ServedFile)>();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<FileServer> {
    const server = createServer();
    const files = new FileServer(server);
    server.on('request', ({ url = '', headers }: IncomingMessage, response) => {
      files.requests.push({ path: url, headers });
      const found = files.files.get(url) ?? { status: 404 };
      const { status = 200, headers: sent = {}, body = '' } = typeof found === 'function' ? found(headers) : found;
      response.writeHead(status, sent).end(body);
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    return files;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise(resolve => this.server.close(resolve));
  }
}
