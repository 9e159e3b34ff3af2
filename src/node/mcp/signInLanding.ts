import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as l10n from '@vscode/l10n';
import type { Landing, LandingWish } from '../../agent/ports/mcpSignIn';
import { SignInError } from '../../shared/errors';
import { codeOf } from '../files/fileErrors';

const PATH = '/oauth/callback';

/**
 * Listens on this machine only for the browser to return: at the registered address, otherwise at the earlier one if
 * its port is free, otherwise at any free port. Throws `SignInError` if the registered address isn't available.
 */
export async function landOnThisMachine({ isOurs, redirect, earlier, isLocalhost }: LandingWish): Promise<Landing> {
  const server = createServer();
  const wanted = redirect ?? earlier;
  const fixed = wanted === undefined ? undefined : loopbackOf(wanted);
  if (redirect !== undefined && !fixed) {
    throw new SignInError(l10n.t('“oauth.redirectUri” must be an http address of this machine: {0}', redirect));
  }
  const isThere = fixed !== undefined && (await listen(server, Number(fixed.port) || 80));
  if (redirect !== undefined && !isThere) {
    throw new SignInError(l10n.t('The port of {0} is in use, so the browser can’t return there.', redirect));
  }
  if (!isThere) await listen(server, 0);
  const { port } = server.address() as AddressInfo;
  const place =
    isThere && wanted !== undefined ? wanted : `http://${isLocalhost ? 'localhost' : '127.0.0.1'}:${port}${PATH}`;
  return { redirect: place, address: firstOwn(server, place, isOurs), close: () => server.close() };
}

function loopbackOf(address: string): URL | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  return url.protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(url.hostname) ? url : undefined;
}

/** Returns false if the port is taken. */
async function listen(server: Server, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      if (port !== 0 && /^(?:EADDRINUSE|EACCES)$/.test(codeOf(error))) resolve(false);
      else reject(error);
    };
    server.once('error', fail).listen(port, '127.0.0.1', () => {
      server.off('error', fail);
      resolve(true);
    });
  });
}

function firstOwn(server: Server, place: string, isOurs: (address: string) => boolean): Promise<string> {
  const { host, origin, pathname } = new URL(place);
  let isDone = false;
  return new Promise(resolve => {
    server.on('request', ({ method, url = '', headers }: IncomingMessage, response: ServerResponse) => {
      const address = `${origin}${url}`;
      const isOwn = !isDone && method === 'GET' && headers.host === host && url.startsWith(`${pathname}?`);
      const isFound = isOwn && isOurs(address);
      isDone ||= isFound;
      answer(response, isFound);
      if (isFound) resolve(address);
    });
  });
}

/** The page reveals nothing from the address. */
function answer(response: ServerResponse, isFound: boolean): void {
  response.writeHead(isFound ? 200 : 404, {
    'content-type': 'text/plain; charset=utf-8',
    'content-security-policy': "default-src 'none'",
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    connection: 'close',
  });
  response.end(isFound ? l10n.t('You can close this page and return to Pollux.') : 'Not found.');
}
