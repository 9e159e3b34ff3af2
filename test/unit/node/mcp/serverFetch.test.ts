import assert from 'node:assert/strict';
import { createServerFetch, type ServerFetchOptions } from '../../../../src/node/mcp/serverFetch';
import { openEgress, uncounted } from '../../../support/egress';
import { useServing } from '../../../support/serving';

describe('A request to an MCP server', () => {
  const serving = useServing();
  const fetchWith = (options: ServerFetchOptions) =>
    openEgress().fetchFor({ purpose: 'mcp' }, createServerFetch(options));

  it('goes to the address of its name, with the name in its head, and streams what comes', async () => {
    const port = await serving((request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'x-host': request.headers.host ?? '' });
      response.write(`data: ${request.method} ${request.headers['x-own'] as string}\n\n`);
      request.pipe(response);
    });
    const fetch = fetchWith({ resolve: async () => ['127.0.0.1'] });
    const init = { method: 'POST', headers: { 'x-own': 'yes' }, body: '{"a":"ü"}' };
    const response = await fetch(`http://server.example:${port}/mcp`, init);
    assert.equal(response.headers.get('x-host'), `server.example:${port}`);
    assert.equal(await response.text(), 'data: POST yes\n\n{"a":"ü"}');
  });

  it('reuses a connection', async () => {
    const sockets = new Set<unknown>();
    const port = await serving((request, response) => {
      sockets.add(request.socket);
      response.end('{}');
    });
    const fetch = fetchWith({ resolve: async () => ['127.0.0.1'] });
    for (let i = 0; i < 3; i++) await (await fetch(`http://server.example:${port}/`)).text();
    assert.equal(sockets.size, 1);
  });

  it('does not follow its name, nor a redirect, to another network', async () => {
    let asked = 0;
    const port = await serving((_, response) => {
      asked++;
      response.writeHead(asked > 1 ? 307 : 200, { location: `http://inside.example:${port}/` }).end('{}');
    });
    const leads: Record<string, string[]> = { 'server.example': ['127.0.0.1'], 'inside.example': ['169.254.169.254'] };
    const fetch = fetchWith({ resolve: async name => leads[name] ?? [] });
    await fetch(`http://server.example:${port}/`);
    await assert.rejects(fetch(`http://server.example:${port}/`), /inside\.example: it resolves to 169\.254\.169\.254/);
    leads['server.example'] = ['10.0.0.1'];
    await assert.rejects(fetch(`http://server.example:${port}/`), /now resolves to 10\.0\.0\.1/);
    assert.equal(asked, 2);
  });

  it('fails as any other where the name is not known, unless a proxy may know it', async () => {
    const resolve = () => Promise.reject(new Error('getaddrinfo ENOTFOUND server.example'));
    await assert.rejects(
      fetchWith({ resolve })('http://server.example:1/'),
      (error: Error) => error instanceof TypeError && (error.cause as Error).message.includes('ENOTFOUND'),
    );
    const via = createServerFetch({ resolve, isProxied: () => true });
    const usual = new Response('by the proxy');
    assert.equal(await via(new URL('http://server.example:1/'), {}, async () => usual, uncounted), usual);
  });

  it('to an address is not left to fetch, which gives up a silent answer after five minutes, unless by a proxy', async () => {
    const port = await serving((_, response) => response.end('{}'));
    const usual = new Response('by fetch');
    for (const host of ['127.0.0.1', 'localhost']) {
      const url = new URL(`http://${host}:${port}/`);
      assert.equal(await (await createServerFetch()(url, {}, async () => usual, uncounted)).text(), '{}');
      assert.equal(await createServerFetch({ isProxied: () => true })(url, {}, async () => usual, uncounted), usual);
    }
  });

  it('ends when nobody waits any more, before and during an answer', async () => {
    const port = await serving((request, response) => {
      if (request.url === '/begun') response.write('data: 1\n\n');
    });
    const fetch = fetchWith({ resolve: async () => ['127.0.0.1'] });
    const stop = new AbortController();
    const waiting = fetch(`http://server.example:${port}/`, { signal: stop.signal });
    stop.abort(new Error('stopped'));
    await assert.rejects(waiting, /stopped/);
    const again = new AbortController();
    const begun = await fetch(`http://server.example:${port}/begun`, { signal: again.signal });
    again.abort();
    await assert.rejects(begun.text());
  });
});
