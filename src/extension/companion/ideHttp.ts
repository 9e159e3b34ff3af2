import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answer = (request: IncomingMessage, response: ServerResponse, body: unknown) => Promise<void>;

/** 50 MiB, because requests contain whole files. */
const MAX_BODY = 50 * 1024 * 1024;

/**
 * An HTTP server that listens on this machine only and requires the token. Browser requests are refused by their
 * `Origin`, and DNS rebinding by the `Host` header.
 */
export class IdeHttp {
  private constructor(
    private readonly server: Server,
    private readonly token: string,
    private readonly answer: Answer,
  ) {
    server.on('request', (request, response) => void this.#serve(request, response));
  }

  static async start(token: string, answer: Answer): Promise<IdeHttp> {
    const server = createServer();
    const http = new IdeHttp(server, token, answer);
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
    return http;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refusal = this.#refusalOf(request);
    if (refusal !== undefined) {
      response.writeHead(refusal, { connection: 'close' }).end();
      return;
    }
    try {
      const body = request.method === 'POST' ? await readJson(request) : undefined;
      await this.answer(request, response, body);
    } catch {
      // The body wasn't JSON or was too large, or the client disconnected.
      if (!response.headersSent) response.writeHead(400, { connection: 'close' }).end();
    }
  }

  #refusalOf({ headers, url = '' }: IncomingMessage): number | undefined {
    const hosts = ['127.0.0.1', 'localhost', 'host.docker.internal'].map(host => `${host}:${this.port}`);
    if (headers.origin !== undefined || !hosts.includes(headers.host ?? '')) return 403;
    if (!isSame(headers.authorization ?? '', `Bearer ${this.token}`)) return 401;
    return new URL(url, 'http://localhost').pathname === '/mcp' ? undefined : 404;
  }
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Uint8Array>) {
    size += piece.length;
    if (size > MAX_BODY) throw new Error('too much');
    pieces.push(piece);
  }
  return JSON.parse(Buffer.concat(pieces).toString('utf8'));
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
