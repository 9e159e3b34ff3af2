import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as l10n from '@vscode/l10n';
import { readCallback, type Callback } from './callback';

const PATH = '/oauth2callback';

/** Waits on this machine alone for the browser to come back from Google. */
export class CallbackServer {
  /** Settles with the first answer that carries the right state. */
  readonly callback: Promise<Callback>;
  readonly #server: Server;

  private constructor(server: Server, state: string) {
    this.#server = server;
    this.callback = new Promise(resolve => {
      server.on('request', (request, response) => {
        const url = new URL(request.url ?? '/', 'http://127.0.0.1');
        const found = request.method === 'GET' && url.pathname === PATH ? readCallback(url.href, state) : undefined;
        // The page says nothing of what came in the address.
        const text = found ? l10n.t('You can close this page and return to your editor.') : 'Not found.';
        response.writeHead(found ? 200 : 404, {
          'content-type': 'text/plain; charset=utf-8',
          'content-security-policy': "default-src 'none'",
          'cache-control': 'no-store',
          'referrer-policy': 'no-referrer',
          connection: 'close',
        });
        response.end(text);
        if (found) resolve(found);
      });
    });
  }

  static async start(state: string): Promise<CallbackServer> {
    const server = createServer();
    const waiting = new CallbackServer(server, state);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', resolve);
    });
    return waiting;
  }

  /** Where Google sends the browser. */
  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${PATH}`;
  }

  close(): void {
    this.#server.close();
  }
}
