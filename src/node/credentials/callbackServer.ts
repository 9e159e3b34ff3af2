import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as l10n from '@vscode/l10n';
import { readCallback, type Callback, type Landing } from './callback';

const PATH = '/oauth2callback';

/** Waits for the browser to return from Google; listens on the loopback interface only. */
export class CallbackServer implements Landing {
  readonly state = randomBytes(32).toString('hex');
  readonly callback: Promise<Callback>;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.callback = new Promise(resolve => {
      let isDone = false;
      server.on('request', (request, response) => {
        const found = isDone ? undefined : this.#answer(request);
        isDone ||= found !== undefined;
        // The page reveals nothing from the address.
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

  static async start(): Promise<CallbackServer> {
    const server = createServer();
    const waiting = new CallbackServer(server);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', resolve);
    });
    return waiting;
  }

  get redirect(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${PATH}`;
  }

  /** Undefined unless the request is a GET to the redirect address with its own host name. */
  #answer({ method, url = '', headers }: IncomingMessage): Callback | undefined {
    const { host, origin, pathname } = new URL(this.redirect);
    if (method !== 'GET' || headers.host !== host || !url.startsWith(`${pathname}?`)) return undefined;
    return this.read(`${origin}${url}`);
  }

  read(address: string): Callback | undefined {
    return readCallback(address, this.state);
  }

  close(): void {
    this.#server.close();
  }
}
