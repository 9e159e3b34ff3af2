import assert from 'node:assert/strict';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { FetchLimits } from '../../../../src/node/web/safeFetch';
import { createWeb, type WebOptions } from '../../../../src/node/web/web';
import { toolError } from '../../../support/toolError';
import { openEgress } from '../../../support/egress';

const BLOCKED = toolError('web_fetch_blocked_host');
const FAILED = toolError('web_fetch_fallback_failed');
const LIMITS: FetchLimits = { headMs: 5000, totalMs: 10_000, bytes: 1024 * 1024 };

describe('The web', () => {
  const servers: Server[] = [];
  afterEach(async () => {
    await Promise.all(
      servers.splice(0).map(server => {
        server.closeAllConnections();
        return new Promise(resolve => server.close(resolve));
      }),
    );
  });

  const serve = async (answer: RequestListener): Promise<string> => {
    const server = createServer(answer);
    servers.push(server);
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    return `127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const page = (body: string | Uint8Array, headers: Record<string, string> = {}) =>
    serve((_, response) => response.writeHead(200, { 'content-type': 'text/plain', ...headers }).end(body));
  const web = (host: string, more: Partial<WebOptions> = {}) =>
    createWeb({
      egress: openEgress(),
      allowedHosts: () => [host],
      userAgent: 'Pollux/test',
      now: Date.now,
      limits: LIMITS,
      ...more,
    });
  const never = new AbortController().signal;
  const get = (host: string, path = '/', more: Partial<WebOptions> = {}, signal = never) =>
    web(host, more).fetch(`http://${host}${path}`, signal);

  it('tells of pages that are read here in place of the service, and whose chat that was', async () => {
    const host = await page('a');
    const told: string[] = [];
    const chat = web(host, { onFallback: (reason, id) => told.push(`${reason} ${id}`) }).forChat(() => 'c');
    await chat.fetch(`http://${host}/`, never);
    await chat.fetch(`http://${host}/`, never, true);
    await assert.rejects(chat.fetch('https://example.org/', AbortSignal.abort(), true));
    assert.deepEqual(told, ['private c', 'failed c']);
  });

  it('gives plain text and JSON as they are', async () => {
    const host = await page('{"a":1}', { 'content-type': 'application/json' });
    const { text, mimeType, url, isCut } = await get(host, '/a?b=c');
    assert.deepEqual([text, mimeType, url, isCut], ['{"a":1}', 'application/json', `http://${host}/a?b=c`, false]);
  });

  it('gives the article of a page as Markdown, without scripts and with whole links', async () => {
    const words = 'A sentence that says something worth reading about twins and stars. '.repeat(8);
    const host = await page(
      `<!doctype html><html><head><title>Twins</title><script>var x = "secret"</script></head><body>
       <nav><a href="/home">Home</a></nav><article><h2>Stars</h2><p>${words}<a href="/more">More</a></p>
       <pre><code>let a = 1;</code></pre></article><footer>Imprint</footer></body></html>`,
      { 'content-type': 'text/html; charset=utf-8' },
    );
    const { text } = await get(host);
    assert.match(text, /^# Twins\n/);
    assert.match(text, /## Stars/);
    assert.ok(text.includes(`[More](http://${host}/more)`), text);
    assert.doesNotMatch(text, /secret|<p>/);
  });

  it('gives the whole of a page that is no article', async () => {
    const host = await page('<p>Just <b>this</b>.</p>', { 'content-type': 'text/html' });
    assert.equal((await get(host)).text, 'Just **this**.');
    const titled = await page('<title>Hello</title><p>You.</p>', { 'content-type': 'text/html' });
    assert.equal((await get(titled)).text, '# Hello\n\nYou.');
  });

  it('reads every encoding that a mark, the server or the page names', async () => {
    const latin = Buffer.from('caf\xe9', 'latin1');
    const rows: [Uint8Array, string][] = [
      [latin, 'text/plain; charset=iso-8859-1'],
      [Buffer.concat([Buffer.from('<meta charset="windows-1252">'), latin]), 'text/html'],
      [Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('café', 'utf16le')]), 'text/plain'],
      [Buffer.from('café'), 'text/plain'],
      [Buffer.from('café'), 'text/plain; charset=no-such'],
    ];
    for (const [body, type] of rows)
      assert.equal((await get(await page(body, { 'content-type': type }))).text, 'café', type);
  });

  it('unpacks what is packed', async () => {
    const packed = { gzip: gzipSync('hello'), deflate: deflateSync('hello'), br: brotliCompressSync('hello') };
    for (const [name, body] of Object.entries(packed)) {
      assert.equal((await get(await page(body, { 'content-encoding': name }))).text, 'hello', name);
    }
  });

  it('stops where a page is longer than the limit, packed or not', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, 'a'));
    const host = await page(bomb, { 'content-encoding': 'gzip' });
    const before = process.memoryUsage().rss;
    const { text, isCut } = await get(host);
    assert.deepEqual([text.length, isCut], [LIMITS.bytes, true]);
    assert.ok(process.memoryUsage().rss - before < 60 * 1024 * 1024);
    const endless = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      const more = () => {
        if (response.write('x'.repeat(65_536))) setImmediate(more);
        else response.once('drain', more);
      };
      more();
    });
    assert.equal((await get(endless)).isCut, true);
  });

  it('follows redirects, evaluating each', async () => {
    const inner = await page('inside');
    const to = (location: string) => serve((_, response) => response.writeHead(302, { location }).end());
    const own: RequestListener = ({ url }, response) => {
      if (url === '/end') response.end('there');
      else response.writeHead(301, { location: '/end' }).end();
    };
    const { text, url } = await get(await serve(own), '/start');
    assert.deepEqual([text, new URL(url).pathname], ['there', '/end']);
    for (const target of [
      `http://${inner}/`,
      'http://169.254.169.254/latest/',
      'http://[::1]/',
      'file:///etc/passwd',
      '//10.0.0.1/',
    ]) {
      await assert.rejects(async () => get(await to(target)), BLOCKED, target);
    }
    const loop = await serve((_, response) => response.writeHead(307, { location: '/' }).end());
    await assert.rejects(() => get(loop), FAILED);
  });

  it('refuses a name of which any address is private, and asks for it once', async () => {
    const asked: string[] = [];
    const resolving = (...addresses: string[]) => ({
      allowedHosts: () => [],
      resolve: async (name: string) => {
        asked.push(name);
        return addresses;
      },
    });
    for (const inside of ['127.0.0.1', '10.0.0.8', '169.254.169.254', '::1', '::ffff:192.168.0.1', 'fd00::1']) {
      await assert.rejects(() => get('pages.example.com', '/', resolving('93.184.216.34', inside)), BLOCKED, inside);
    }
    await assert.rejects(() => get('pages.example.com', '/', resolving()), FAILED);
    assert.equal(asked.length, 7);
  });

  it('connects to the address that was evaluated, and never looks a name up again', async () => {
    let hostHeader: string | undefined;
    const server = await serve(({ headers }, response) => {
      hostHeader = headers.host;
      response.writeHead(200, { 'content-type': 'text/plain' }).end('rebound');
    });
    const host = `pages.example.com:${new URL(`http://${server}`).port}`;
    const answers = [['127.0.0.1'], ['203.0.113.1']];
    let asked = 0;
    const { text } = await get(host, '/', { resolve: async () => answers[asked++] ?? [] });
    assert.deepEqual([text, hostHeader, asked], ['rebound', host, 1]);
  });

  it('says why a page could not be had', async () => {
    const failing = async (answer: RequestListener, more: Partial<WebOptions> = {}) => {
      const host = await serve(answer);
      return get(host, '/', more).then(
        () => 'none',
        (error: unknown) => (error as Error).message.replace(host, 'HOST'),
      );
    };
    assert.match(await failing((_, response) => response.writeHead(404).end()), /the server answered 404/);
    assert.match(await failing((_, response) => response.destroy()), /couldn't be fetched/);
    const cut: RequestListener = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain', 'content-length': '100' }).write('half');
      setImmediate(() => response.destroy());
    };
    assert.match(await failing(cut), /couldn't be fetched/);
    const broken: RequestListener = (_, response) =>
      void response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'text/plain' }).end('no gzip');
    assert.match(await failing(broken), /incorrect header check/);
    const quick = { limits: { ...LIMITS, headMs: 50, totalMs: 100 } };
    assert.match(await failing(() => undefined, quick), /took too long/);
    const drip: RequestListener = (_, response) =>
      void response.writeHead(200, { 'content-type': 'text/plain' }).write('a');
    assert.match(await failing(drip, quick), /took too long/);
    const binary: RequestListener = (_, response) =>
      void response.writeHead(200, { 'content-type': 'application/zip' }).end('PK');
    assert.match(await failing(binary), /application\/zip, is nothing to read/);
  });

  it('gives pictures and the like as bytes', async () => {
    const { bytes, text, mimeType } = await get(await page(Buffer.from([1, 2, 3]), { 'content-type': 'image/png' }));
    assert.deepEqual([[...(bytes ?? [])], text, mimeType], [[1, 2, 3], '', 'image/png']);
  });

  it('ends with the call that wants it', async () => {
    const controller = new AbortController();
    let closed: Promise<unknown> | undefined;
    const host = await serve((_, response) => {
      closed = new Promise(resolve => response.once('close', resolve));
      controller.abort();
    });
    await assert.rejects(() => get(host, '/', {}, controller.signal));
    await closed;
  });

  it('asks a host ten times a minute at most', async () => {
    const host = await page('x');
    let now = 0;
    const own = web(host, { now: () => now });
    const ask = () => own.fetch(`http://${host}/`, never);
    for (let i = 0; i < 10; i++) await ask();
    await assert.rejects(ask, FAILED);
    now = 60_001;
    assert.equal((await ask()).text, 'x');
  });
});
