import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createWeb, type WebOptions } from '../../../../src/node/web/web';
import { ConnectProxy } from '../../../support/connectProxy';
import { startTlsFront } from '../../../support/tlsFront';
import { toolError } from '../../../support/toolError';
import { openEgress } from '../../../support/egress';

const PUBLIC = '93.184.216.34';
const never = new AbortController().signal;

describe('The web, behind a proxy', () => {
  let server: Server;
  let proxy: ConnectProxy;
  let hosts: (string | undefined)[];
  beforeEach(async () => {
    hosts = [];
    server = createServer((request, response) => {
      hosts.push(request.headers.host);
      if (request.url === '/inside') response.writeHead(302, { location: 'http://other.example.org/' }).end();
      else response.writeHead(200, { 'content-type': 'text/plain' }).end('A page.');
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    proxy = await ConnectProxy.start({
      login: 'me:word',
      route: target => (target === `${PUBLIC}:80` ? port : undefined),
    });
  });
  afterEach(async () => {
    await proxy.close();
    server.closeAllConnections();
    await new Promise(resolve => server.close(resolve));
  });

  const web = (more: Partial<WebOptions> = {}) =>
    createWeb({
      egress: openEgress(),
      allowedHosts: () => [],
      userAgent: 'Pollux/test',
      now: Date.now,
      resolve: async name => (name === 'page.example.com' ? [PUBLIC] : ['10.0.0.7']),
      proxyFor: () => new URL(`http://me:word@${proxy.host}`),
      ...more,
    });

  it('tells the proxy the address that was evaluated, and the page its name', async () => {
    const { text } = await web().fetch('http://page.example.com/', never);
    assert.deepEqual([text, proxy.targets, hosts], ['A page.', [`${PUBLIC}:80`], ['page.example.com']]);
  });

  it('never asks the proxy for what leads inside, neither at once nor after a redirect', async () => {
    await assert.rejects(web().fetch('http://other.example.org/', never), toolError('web_fetch_blocked_host'));
    assert.deepEqual(proxy.targets, []);
    await assert.rejects(web().fetch('http://page.example.com/inside', never), toolError('web_fetch_blocked_host'));
    assert.deepEqual(proxy.targets, [`${PUBLIC}:80`]);
  });

  it('does not go without the proxy where the proxy refuses', async () => {
    const refused = web({ proxyFor: () => new URL(`http://me:wrong@${proxy.host}`) });
    await assert.rejects(refused.fetch('http://page.example.com/', never), ({ message }: Error) => {
      assert.match(message, new RegExp(`proxy ${proxy.host} did not connect to ${PUBLIC}:80 \\(407\\)`));
      return true;
    });
    assert.deepEqual(hosts, []);
  });

  it('checks the certificate of the page, not that of the proxy', async () => {
    const front = await startTlsFront(() => (server.address() as AddressInfo).port);
    const secure = await ConnectProxy.start({ route: () => front.port });
    const one = web({ allowedHosts: () => ['page.pollux.test'], proxyFor: () => new URL(secure.url) });
    await assert.rejects(one.fetch('https://page.pollux.test/', never), /self-signed certificate/);
    assert.deepEqual([secure.targets, hosts], [['10.0.0.7:443'], []]);
    await secure.close();
    await front.close();
  });

  it('tells a proxy that speaks TLS nothing before it has shown a certificate', async () => {
    const front = await startTlsFront(() => Number(new URL(proxy.url).port));
    const one = web({ proxyFor: () => new URL(`https://me:word@localhost:${front.port}`) });
    await assert.rejects(
      one.fetch('http://page.example.com/', never),
      new RegExp(`proxy localhost:${front.port} did not connect to ${PUBLIC}:80`),
    );
    assert.deepEqual([proxy.targets, hosts], [[], []]);
    await front.close();
  });
});
