import assert from 'node:assert/strict';
import {
  apiError,
  badRequest,
  errorInfo,
  errorMidStream,
  help,
  quotaFailure,
  retryInfo,
} from '../../support/gemini/errors';
import { model, user, WireClient } from '../../support/gemini/client';
import { cut, hang, raw, text, transport, type Transport } from '../../support/gemini/replies';
import { startGeminiServer, type GeminiServer } from '../../support/geminiServer';

describe('the Gemini test server on the wire', () => {
  let server: GeminiServer;
  beforeEach(async () => (server = await startGeminiServer()));
  afterEach(() => server.close());
  const client = new WireClient(() => server.url);
  const throughSdk = async (config: { abortSignal?: AbortSignal } = {}): Promise<string> => {
    let all = '';
    for await (const event of await client.sdk().models.generateContentStream({ model, contents: 'Hello', config })) {
      all += event.text ?? '';
    }
    return all;
  };

  describe('fails', () => {
    it('with HTTP errors and all their details', async () => {
      const details = [
        retryInfo('3s'),
        quotaFailure('PerDay'),
        errorInfo('WHY'),
        help(),
        badRequest('contents', 'bad'),
      ];
      server.reply(apiError(429, { message: 'Slow down', details, headers: { 'retry-after': '3' } }));
      const response = await client.stream();
      assert.equal(response.status, 429);
      assert.equal(response.headers.get('retry-after'), '3');
      assert.deepEqual(await response.json(), {
        error: { code: 429, message: 'Slow down', status: 'RESOURCE_EXHAUSTED', details },
      });
    });

    it('in every shape that errors come in', async () => {
      const body = async (shape: 'array' | 'nested' | 'html' | 'text'): Promise<string> => {
        server.reply(apiError(503, { shape }));
        return (await client.stream()).text();
      };
      const error = { code: 503, message: 'The model is overloaded. Please try again later.', status: 'UNAVAILABLE' };
      assert.deepEqual(JSON.parse(await body('array')), [{ error }]);
      const nested = JSON.parse(await body('nested')) as { error: { message: string } };
      assert.deepEqual(JSON.parse(nested.error.message), { error });
      assert.match(await body('html'), /^<!DOCTYPE html>.*overloaded/);
      assert.equal(await body('text'), error.message);
    });

    it('in the middle of a stream, with bare JSON', async () => {
      server.reply(text('so far'), errorMidStream(503));
      const body = await (await client.stream()).text();
      assert.match(body, /^data: .*so far.*\n\n\{\n {2}"error"/);
      assert.doesNotMatch(body, /STOP/);
      server.reply(text('so far'), errorMidStream(503));
      assert.equal((await client.post('generateContent', { contents: [user('x')] })).status, 503);
    });

    it('by cutting the connection: before the headers, after bytes, after chunks, or where the script says', async () => {
      server.reply(text('never'), cut({ before: 'headers' }));
      await assert.rejects(client.stream(), /fetch failed/);
      const afterBytes = cut({ bytes: 40 });
      const here = cut();
      for (const step of [afterBytes, cut({ chunks: 1 }, { isReset: true }), here]) {
        server.reply(text(step === here ? ['one'] : ['one', 'two']), step);
        const response = await client.stream();
        let received = '';
        await assert.rejects(async () => {
          const decoder = new TextDecoder();
          for await (const bytes of response.body as unknown as AsyncIterable<Uint8Array>)
            received += decoder.decode(bytes);
        }, /terminated/);
        assert.doesNotMatch(received, /two|STOP/);
        if (step === afterBytes) assert.equal(Buffer.byteLength(received), 40);
      }
      assert.equal(await server.requests[1]?.ended, 'cut');
    });

    it('by falling silent until the client gives up', async () => {
      for (const step of [hang({ before: 'headers' }), hang(), hang({ bytes: 10 })]) {
        server.reply(text('one'), step);
        const abort = new AbortController();
        const reading = client.stream('Hello', { signal: abort.signal }).then(response => response.text());
        const request = await server.nextRequest();
        abort.abort();
        await assert.rejects(reading, { name: 'AbortError' });
        assert.equal(await request.ended, 'aborted');
        assert.equal(request.aborted, true);
      }
    });

    it('with bytes that are no events at all', async () => {
      server.reply(text('a'), raw('data: {"broken"\n\n'), text('b'));
      assert.match(await (await client.stream()).text(), /"a".*\n\ndata: \{"broken"\n\ndata: .*"b".*STOP/);
    });
  });

  describe('sends packets', () => {
    const packetsOf = async (knobs: Transport): Promise<Buffer[]> => {
      server.reply(text(['Grüße, ', '世界 🌍']), transport(knobs));
      const packets: Buffer[] = [];
      const { body } = await client.stream();
      for await (const bytes of body as unknown as AsyncIterable<Uint8Array>) packets.push(Buffer.from(bytes));
      return packets;
    };

    it('split at the asked positions, or everywhere', async () => {
      const [first, second, ...rest] = await packetsOf({ splitAt: [5, 90] });
      assert.deepEqual([first?.length, second?.length, rest.length], [5, 85, 1]);
      const bytes = await packetsOf({ splitAt: 'everyByte' });
      assert.ok(bytes.filter(packet => packet.length === 1).length > bytes.length * 0.9);
      assert.match(Buffer.concat(bytes).toString(), /Grüße, .*世界 🌍/s);
    });

    it('split by a plan that its seed repeats', async () => {
      const lengths = async (seed: number): Promise<number[]> =>
        (await packetsOf({ splitAt: { seed } })).map(packet => packet.length);
      assert.deepEqual(await lengths(1), await lengths(1));
      assert.notDeepEqual(await lengths(1), await lengths(2));
    });

    it('with other line ends, comments, no blank after data: and no last blank line', async () => {
      const body = async (knobs: Transport): Promise<string> => Buffer.concat(await packetsOf(knobs)).toString();
      assert.match(await body({ eol: '\r\n' }), /^data: \{[^\n]*\}\r\n\r\ndata: \{[^\n]*\}\r\n\r\n$/);
      assert.match(await body({ comments: true }), /^: stream opened\n\ndata: .*\n\n: keep-alive\n\n/);
      assert.match(await body({ comments: 'inside' }), /\n: comment\ndata: /);
      assert.match(await body({ space: false, finalBlankLine: false }), /^data:\{.*\n\ndata:\{.*\}$/s);
    });

    it('at a rate, and after a delay', async () => {
      const startedAt = performance.now();
      await packetsOf({ rate: 100, delayMs: 20 });
      assert.ok(performance.now() - startedAt >= 25);
    });

    it('that the SDK puts together again, wherever they are split', async () => {
      server.reply(text(['Grüße, ', '世界 🌍']), transport({ splitAt: [] }));
      const length = (await (await client.stream()).arrayBuffer()).byteLength;
      for (const eol of ['\n', '\r\n'] as const) {
        for (let splitAt = 1; splitAt < length; splitAt += 5) {
          server.reply(text(['Grüße, ', '世界 🌍']), transport({ splitAt, eol }));
          assert.equal(await throughSdk(), 'Grüße, 世界 🌍', `split at ${splitAt}`);
        }
      }
      server.reply(text(['Grüße, ', '世界 🌍']), transport({ splitAt: 'everyByte', eol: '\r\n', comments: true }));
      assert.equal(await throughSdk(), 'Grüße, 世界 🌍');
    });
  });

  it('stops a stream that the SDK aborts', async () => {
    server.reply(text('one'), hang());
    const abort = new AbortController();
    const reading = throughSdk({ abortSignal: abort.signal });
    const request = await server.nextRequest();
    abort.abort();
    await assert.rejects(reading, { name: 'AbortError' });
    assert.equal(await request.ended, 'aborted');
  });
});
