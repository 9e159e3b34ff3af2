import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { createDirectFetch } from '../../../../src/node/web/directFetch';
import { uncounted } from '../../../support/egress';
import { useServing } from '../../../support/serving';

describe('A request that is sent directly', () => {
  const serving = useServing();
  const usual = new Response('by fetch');
  const direct = createDirectFetch(url => url.hostname === 'proxied.example');
  const send = (url: string, init: RequestInit = {}, passage = uncounted) =>
    direct(new URL(url), init, async () => usual, passage);
  const post = (port: number, path = '/') =>
    send(`http://127.0.0.1:${port}${path}`, { method: 'POST', body: '{"a":"ü"}' });

  it('arrives with its method, head and text, and brings status, head and text back', async () => {
    const port = await serving((request, response) => {
      response.writeHead(429, {
        'x-host': request.headers.host ?? '',
        'x-length': request.headers['content-length'] ?? '',
      });
      response.write(`${request.method} `);
      request.pipe(response);
    });
    const response = await post(port);
    assert.deepEqual(
      [response.status, response.headers.get('x-host'), response.headers.get('x-length')],
      [429, `127.0.0.1:${port}`, '10'],
    );
    assert.equal(await response.text(), 'POST {"a":"ü"}');
  });

  it('goes by fetch if it is not text, or a proxy is in between', async () => {
    assert.equal(await send('http://127.0.0.1:1/', { method: 'POST', body: new URLSearchParams('a=b') }), usual);
    assert.equal(await send('http://proxied.example/'), usual);
  });

  it('leaves no piece of a fast stream out, in reads of all that has come', async () => {
    const pieces = Array.from({ length: 5000 }, (_, index) => `data: ${index}\n\n`);
    const port = await serving((_, response) => {
      for (const piece of pieces) response.write(piece);
      response.end();
    });
    const response = await post(port);
    let [reads, text] = [0, ''];
    const decoder = new TextDecoder();
    for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
      reads++;
      text += decoder.decode(piece, { stream: true });
    }
    assert.equal(text, pieces.join(''));
    assert.ok(reads < 1000, `${reads} reads`);
  });

  it('counts what it brings, and says how it ended', async () => {
    const port = await serving((request, response) => {
      if (request.url === '/empty') response.writeHead(204).end();
      else if (request.url === '/cut') response.write('some', () => response.destroy());
      else if (request.url === '/long') response.write('some');
      else response.end('{"a":"ü"}');
    });
    const counts = async (path: string, read: (response: Response) => Promise<unknown>) => {
      let bytes = 0;
      const ends: unknown[] = [];
      const passage = { received: (more: number) => void (bytes += more), end: (how: unknown) => void ends.push(how) };
      await read(await send(`http://127.0.0.1:${port}${path}`, {}, passage));
      return [bytes, ...ends];
    };
    assert.deepEqual(await counts('/', response => response.text()), [10, 200]);
    assert.deepEqual(await counts('/empty', response => response.text()), [0, 204]);
    assert.deepEqual(await counts('/cut', response => response.text().catch(() => '')), [4, 'failed']);
    assert.deepEqual(await counts('/long', response => response.body!.cancel()), [0, 'stopped']);
  });

  it('reuses a connection', async () => {
    const sockets = new Set<Socket>();
    const port = await serving((request, response) => {
      sockets.add(request.socket);
      response.end('{}');
    });
    for (let i = 0; i < 3; i++) await (await post(port)).text();
    assert.equal(sockets.size, 1);
  });

  it('fails like fetch where nobody listens, and where an answer is cut', async () => {
    const isCaused = (code: string) => (error: Error) =>
      error instanceof TypeError && (error.cause as NodeJS.ErrnoException).code === code;
    const port = await serving((request, response) => {
      response.write('half');
      if (request.url === '/cut') response.write('', () => request.socket.resetAndDestroy());
    });
    const cut = await post(port, '/cut');
    await assert.rejects(cut.text(), isCaused('ECONNRESET'));
    await assert.rejects(send('http://127.0.0.1:1/'), isCaused('ECONNREFUSED'));
  });

  it('ends when nobody waits any more, with the reason, before and during an answer', async () => {
    const sockets: Socket[] = [];
    const port = await serving((request, response) => {
      sockets.push(request.socket);
      if (request.url === '/begun') response.write('data: 1\n\n');
    });
    for (const path of ['/', '/begun']) {
      const stop = new AbortController();
      const asked = send(`http://127.0.0.1:${port}${path}`, { signal: stop.signal });
      const answer = path === '/' ? asked : (await asked).text();
      stop.abort(new Error('stopped'));
      await assert.rejects(answer, /stopped/);
    }
    const begun = await send(`http://127.0.0.1:${port}/begun`);
    const closed = once(sockets.at(-1)!, 'close');
    await begun.body!.cancel();
    await closed;
  });

  it('may be given up at the moment when its answer ends', async () => {
    const port = await serving((_, response) => response.writeHead(202).end());
    for (let i = 0; i < 20; i++) {
      const stop = new AbortController();
      const { signal } = stop;
      const answer = await send(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}', signal });
      const end = answer.text().catch(() => undefined);
      for (let ticks = i; ticks > 0; ticks--) await Promise.resolve();
      stop.abort();
      await end;
    }
    await (await post(port)).text();
  });
});
