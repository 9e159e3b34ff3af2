import assert from 'node:assert/strict';
import { eventsIn, MessageTooLong, type StreamEvent } from '../../../../src/mcp/connection/eventStream';

/** The events of a stream that comes in these pieces. */
async function read(pieces: readonly (string | Uint8Array)[], limit = 100): Promise<readonly StreamEvent[]> {
  const bytes = pieces.map(piece => (typeof piece === 'string' ? new TextEncoder().encode(piece) : piece));
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of bytes) controller.enqueue(piece);
      controller.close();
    },
  });
  const events: StreamEvent[] = [];
  for await (const event of eventsIn(stream, limit)) events.push(event);
  return events;
}

const TEXT =
  ': hello\n\nevent: endpoint\ndata: /a\n\nid: 1\ndata:{"ü":\ndata:  1}\nretry\n\ndata\n\nevent: none\n\ndata: cut';
const EVENTS = [
  { type: 'endpoint', data: '/a' },
  { type: 'message', data: '{"ü":\n 1}' },
  { type: 'message', data: '' },
];

describe('A stream of events', () => {
  it('is read however its lines end, and wherever it is cut into pieces', async () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const text = TEXT.replaceAll('\n', end);
      assert.deepEqual(await read([text]), EVENTS, JSON.stringify(end));
      const bytes = [...new TextEncoder().encode(`\uFEFF${text}`)].map(byte => Uint8Array.of(byte));
      assert.deepEqual(await read(bytes), EVENTS, `${JSON.stringify(end)}, byte by byte`);
    }
  });

  it('may have events up to the limit', async () => {
    const long = 'x'.repeat(90);
    assert.deepEqual(await read([`data: ${long}\n\n`, `data: ${long}\n\n`]), [
      { type: 'message', data: long },
      { type: 'message', data: long },
    ]);
    await assert.rejects(read([`data: ${long}\n`, `data: ${long}\n\n`]), MessageTooLong);
    await assert.rejects(read([`data: ${long}`, long]), MessageTooLong);
  });
});
