import assert from 'node:assert/strict';
import { SseTransport } from '../../../../src/mcp/connection/sseTransport';

describe('A message sent over SSE', () => {
  it('leaves its answer to end by itself, so that the request does not count as stopped', async () => {
    let isCancelled = false;
    let end = (): void => undefined;
    const ended = new Promise<void>(resolve => (end = resolve));
    const accepted = new ReadableStream<Uint8Array>({
      start: controller => controller.enqueue(new TextEncoder().encode('Accepted')),
      pull(controller) {
        controller.close();
        end();
      },
      cancel() {
        isCancelled = true;
        end();
      },
    });
    const stream = new ReadableStream<Uint8Array>({
      start: controller => controller.enqueue(new TextEncoder().encode('event: endpoint\ndata: /messages\n\n')),
    });
    const fetch = async (_: string | URL, init?: RequestInit) =>
      init?.method === 'POST'
        ? new Response(accepted, { status: 202 })
        : new Response(stream, { headers: { 'content-type': 'text/event-stream' } });
    const transport = new SseTransport(new URL('http://server.example/sse'), { headers: {}, fetch });
    await transport.start();
    await transport.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    await ended;
    assert.equal(isCancelled, false);
    await transport.close();
  });
});
