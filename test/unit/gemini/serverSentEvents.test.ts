import assert from 'node:assert/strict';
import { readServerSentEvents } from '../../../src/gemini/serverSentEvents';
import { randomNumbers } from '../../support/gemini/packets';

describe('Server-sent events', () => {
  const bodyOf = (pieces: readonly Uint8Array[]) =>
    new ReadableStream<Uint8Array>({
      start: controller => {
        for (const piece of pieces) controller.enqueue(piece);
        controller.close();
      },
    });
  const read = async (pieces: readonly Uint8Array[]) => {
    const events: string[] = [];
    for await (const some of readServerSentEvents(bodyOf(pieces))) events.push(...some);
    return events;
  };
  const whole = (size: number, eol: string) => {
    const texts: string[] = [];
    for (let length = 0; length < size; length += 60)
      texts.push(`data: {"text":"Grüße, 世界 🎉 ${length}"}`, ': alive');
    return Buffer.from(texts.join(eol + eol));
  };

  it('take time as they are long, and not as often as they were cut', async () => {
    const inPieces = (length: number) => [
      Buffer.from('data: '),
      ...Array.from({ length: length / 1024 }, () => Buffer.alloc(1024, 'x')),
      Buffer.from('\n\n'),
    ];
    const took = async (length: number) => {
      const before = process.cpuUsage();
      assert.equal((await read(inPieces(length)))[0]?.length, length);
      return process.cpuUsage(before).user;
    };
    await took(1024 * 1024);
    const [short, long] = [await took(1024 * 1024), await took(8 * 1024 * 1024)];
    assert.ok(long < 24 * short + 20_000, `${long} against ${short} µs`);
  });

  for (const [name, eol] of [
    ['line feeds', '\n'],
    ['carriage returns as well', '\r\n'],
  ] as const) {
    it(`are the same wherever two thousand bytes are cut in two or three, with ${name}`, async () => {
      const bytes = whole(2048, eol);
      const expected = await read([bytes]);
      assert.ok(expected.length > 30);
      for (let at = 0; at <= bytes.length; at++) {
        assert.deepEqual(await read([bytes.subarray(0, at), bytes.subarray(at)]), expected, `cut at ${at}`);
        const end = Math.min(at + 1, bytes.length);
        const three = [bytes.subarray(0, at), bytes.subarray(at, end), bytes.subarray(end)];
        assert.deepEqual(await read(three), expected, `cut around ${at}`);
      }
      assert.deepEqual(await read(Array.from(bytes, (_, at) => bytes.subarray(at, at + 1))), expected);
    });
  }

  it('are the same however a megabyte is cut', async () => {
    const bytes = whole(1024 * 1024, '\r\n');
    const expected = await read([bytes]);
    const random = randomNumbers(7);
    for (let plan = 0; plan < 20; plan++) {
      const pieces: Uint8Array[] = [];
      for (let at = 0; at < bytes.length;) {
        const length = 1 + Math.floor(random() ** 3 * 20_000);
        pieces.push(bytes.subarray(at, at + length));
        at += length;
      }
      assert.deepEqual(await read(pieces), expected, `plan ${plan}`);
    }
  });
});
