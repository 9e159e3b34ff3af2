import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { EgressError } from '../../../../src/shared/errors';
import { openEgress } from '../../../support/egress';

describe('The egress', () => {
  const servers: Server[] = [];
  const seen: { path: string; authorization: string | undefined }[] = [];
  const listen = async (answer: (path: string) => { status?: number; location?: string; body?: string }) => {
    const server = createServer((request, response) => {
      const { url = '', headers } = request;
      seen.push({ path: url, authorization: headers.authorization });
      const { status = 200, location, body = '' } = answer(url);
      response.writeHead(status, location === undefined ? {} : { location }).end(body);
    });
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  beforeEach(() => seen.splice(0));
  after(() => servers.forEach(server => void server.close()));

  const named = (hosts: readonly string[], isForced = false) => [
    { hosts, setting: isForced ? 'admin.network.allowedHosts' : 'pollux.network.allowedHosts', isForced },
  ];

  it('counts what goes up and comes down, for what, for which chat and how it ended', async () => {
    const url = await listen(() => ({ body: 'four' }));
    const egress = openEgress();
    const send = egress.fetchFor({ purpose: 'model', chat: 'c1' });
    const answer = await send(`${url}/v1`, { method: 'POST', body: 'é!' });
    assert.equal(egress.log.entries[0]?.outcome, 'open');
    assert.equal(await answer.text(), 'four');
    const [{ at: _at, ms: _ms, ...entry } = { at: 0, ms: 0 }] = egress.log.entries;
    assert.deepEqual(entry, {
      ...{ id: 1, host: new URL(url).host, method: 'POST', purpose: 'model', chat: 'c1' },
      ...{ sent: 3, received: 4, outcome: 200 },
    });
  });

  it('refuses a host that is not on the list before anything is sent, and names the setting', async () => {
    const url = await listen(() => ({}));
    const egress = openEgress(named(['example.com', '*.example.com']));
    await assert.rejects(egress.fetchFor({ purpose: 'mcp' })(url), (error: unknown) => {
      assert.ok(error instanceof EgressError);
      assert.match(error.message, /pollux\.network\.allowedHosts/);
      return true;
    });
    assert.deepEqual([seen.length, egress.log.entries[0]?.outcome], [0, 'refused']);
  });

  it('says where the list is an administrator’s', async () => {
    const egress = openEgress(named(['example.com'], true));
    await assert.rejects(egress.fetchFor({ purpose: 'model' })('https://other.example'), /Your administrator/);
  });

  it('holds every list at once', () => {
    const egress = openEgress([...named(['*.example.com'], true), ...named(['a.example.com', 'evil.test'])]);
    const reaches = (address: string) => {
      try {
        egress.open(new URL(address), { purpose: 'web' });
        return true;
      } catch {
        return false;
      }
    };
    assert.deepEqual(
      ['https://a.example.com', 'https://b.example.com', 'https://evil.test', 'https://example.com'].map(reaches),
      [true, false, false, false],
    );
  });

  const cases: readonly [entry: string, address: string, isReached: boolean][] = [
    ['example.com', 'https://example.com/x', true],
    ['EXAMPLE.com', 'https://example.com./x', true],
    ['example.com', 'https://example.com.evil.test', false],
    ['example.com', 'https://evil-example.com', false],
    ['example.com', 'https://example.com@evil.test', false],
    ['*.example.com', 'https://a.b.example.com', true],
    ['*.example.com', 'https://aexample.com', false],
    ['*.example.com:8443', 'https://a.example.com:8443', true],
    ['*.example.com:8443', 'https://a.example.com', false],
    ['localhost:3000', 'http://localhost:3000', true],
    ['localhost:3000', 'http://localhost:3001', false],
    ['[::1]', 'http://[::1]:80', true],
    ['*', 'https://example.com', false],
  ];
  for (const [entry, address, isReached] of cases) {
    it(`${isReached ? 'reaches' : 'does not reach'} ${address} by ${entry}`, () => {
      const open = () => openEgress(named([entry])).open(new URL(address), { purpose: 'web' });
      if (isReached) assert.doesNotThrow(open);
      else assert.throws(open, EgressError);
    });
  }

  it('follows no redirect to a host that is not on the list', async () => {
    const far = await listen(() => ({ body: 'far' }));
    const near = await listen(() => ({ status: 302, location: `${far}/caught` }));
    const egress = openEgress(named([new URL(near).host]));
    await assert.rejects(egress.fetchFor({ purpose: 'mcp' })(near), EgressError);
    assert.deepEqual(
      seen.map(({ path }) => path),
      ['/'],
    );
  });

  it('keeps what lets one in from another host that a redirect leads to', async () => {
    const far = await listen(() => ({ body: 'far' }));
    const near = await listen(() => ({ status: 307, location: `${far}/next` }));
    const answer = await openEgress().fetchFor({ purpose: 'mcp' })(near, { headers: { authorization: 'Bearer t' } });
    assert.equal(await answer.text(), 'far');
    assert.deepEqual(
      seen.map(({ authorization }) => authorization),
      ['Bearer t', undefined],
    );
  });

  it('tells a request that fails from one that is stopped', async () => {
    const egress = openEgress();
    const send = egress.fetchFor({ purpose: 'model' });
    await assert.rejects(send('http://127.0.0.1:1/'));
    const stop = new AbortController();
    stop.abort();
    await assert.rejects(send('http://127.0.0.1:1/', { signal: stop.signal }));
    assert.deepEqual(
      egress.log.entries.map(({ outcome }) => outcome),
      ['failed', 'stopped'],
    );
  });

  it('remembers no more than a thousand requests', () => {
    const egress = openEgress();
    for (let i = 0; i < 1100; i++) egress.open(new URL('https://example.com'), { purpose: 'web' }).end(200);
    assert.deepEqual([egress.log.entries.length, egress.log.entries.at(-1)?.id], [1000, 1100]);
  });

  it('lets a server of Pollux’s own be reached whatever the lists say', async () => {
    const url = await listen(() => ({ body: 'demo' }));
    const egress = openEgress(named(['example.com'], true));
    egress.admitOwn(url);
    assert.equal(await (await egress.fetchFor({ purpose: 'model' })(url)).text(), 'demo');
  });
});
