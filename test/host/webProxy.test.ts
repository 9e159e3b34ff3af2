import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as vscode from 'vscode';
import { editorProxyAuthorization, editorProxyFor } from '../../src/extension/editorProxy';
import { createWeb } from '../../src/node/web/web';
import { createHttpSettings } from '../../src/vscode/settings';
import { ConnectProxy } from '../support/connectProxy';
import { toolError } from '../support/toolError';
import { openEgress } from '../support/egress';

const PUBLIC = '93.184.216.34';
const NAMES: Readonly<Record<string, string>> = { 'page.example.com': PUBLIC, 'inside.example.com': '10.0.0.7' };

describe('The web, behind a proxy of the editor', () => {
  let server: Server;
  let proxy: ConnectProxy;
  let hosts: (string | undefined)[];
  const http = () => vscode.workspace.getConfiguration('http');
  const set = (name: string, value: unknown) => http().update(name, value, vscode.ConfigurationTarget.Global);
  const { signal } = new AbortController();
  const fetchPage = (url: string, env: NodeJS.ProcessEnv = {}) =>
    createWeb({
      egress: openEgress(),
      allowedHosts: () => [],
      userAgent: 'Pollux/test',
      resolve: async name => [NAMES[name] ?? '10.0.0.8'],
      proxyFor: editorProxyFor(env, createHttpSettings()),
      proxyAuthorization: editorProxyAuthorization(createHttpSettings()),
      now: Date.now,
    }).fetch(url, signal);

  before(async () => {
    server = createServer(({ headers, url }, response) => {
      hosts.push(headers.host);
      if (url === '/inside') response.writeHead(302, { location: 'http://inside.example.com/' }).end();
      else response.writeHead(200, { 'content-type': 'text/plain' }).end('A page.');
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(async () => {
    hosts = [];
    const { port } = server.address() as AddressInfo;
    proxy = await ConnectProxy.start({ route: target => (target === `${PUBLIC}:80` ? port : undefined) });
    await set('proxy', proxy.url);
  });
  afterEach(async () => {
    for (const name of ['proxy', 'proxySupport', 'proxyAuthorization']) await set(name, undefined);
    await proxy.close();
  });

  it('tells it the address that was evaluated and never a name, with TLS and without', async () => {
    for (const support of ['override', 'on', 'fallback']) {
      await set('proxySupport', support);
      assert.equal((await fetchPage('http://page.example.com/')).text, 'A page.', support);
    }
    assert.deepEqual(hosts, ['page.example.com', 'page.example.com', 'page.example.com']);
    await set('proxySupport', undefined);
    await assert.rejects(fetchPage('https://page.example.com/'), toolError('web_fetch_fallback_failed'));
    assert.deepEqual(proxy.targets, [...hosts.map(() => `${PUBLIC}:80`), `${PUBLIC}:443`]);
    assert.deepEqual(proxy.plain, []);
  });

  it('shows it what http.proxyAuthorization says, and that to no other proxy', async () => {
    const { port } = server.address() as AddressInfo;
    const strict = await ConnectProxy.start({ login: 'me:canary-word', route: () => port });
    const authorization = `Basic ${Buffer.from('me:canary-word').toString('base64')}`;
    const refused = toolError('web_fetch_fallback_failed');
    await set('proxy', strict.url);
    await assert.rejects(fetchPage('http://page.example.com/'), refused);
    await set('proxyAuthorization', authorization);
    assert.equal((await fetchPage('http://page.example.com/')).text, 'A page.');
    await set('proxyAuthorization', 'Basic d3Jvbmc=');
    await assert.rejects(fetchPage('http://page.example.com/'), refused);
    await set('proxyAuthorization', authorization);
    await set('proxy', undefined);
    await assert.rejects(fetchPage('http://page.example.com/', { HTTP_PROXY: strict.url }), refused);
    await strict.close();
  });

  it('asks it for nothing that leads inside, neither at once nor after a redirect', async () => {
    const blocked = toolError('web_fetch_blocked_host');
    for (const url of ['http://inside.example.com/', 'https://inside.example.com/', 'http://10.0.0.7/']) {
      await assert.rejects(fetchPage(url), blocked, url);
    }
    assert.deepEqual(proxy.targets, []);
    await assert.rejects(fetchPage('http://page.example.com/inside'), blocked);
    assert.deepEqual([proxy.targets, proxy.plain], [[`${PUBLIC}:80`], []]);
  });

  it('fetches nothing past it where it is of a kind that is not known', async () => {
    await set('proxy', 'socks5://127.0.0.1:1');
    await assert.rejects(fetchPage('http://page.example.com/'), /setting "http.proxy" does not hold/);
    assert.deepEqual(hosts, []);
  });
});
