import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connectTo } from '../../../support/mcp/mcpPlace';

describe('a server of HTTP that sends elsewhere', () => {
  it('is not followed to another host, over either transport', async () => {
    let reached = 0;
    const inside = createServer((_request, response) => {
      reached++;
      response.end('{}');
    }).listen(0, '127.0.0.1');
    await once(inside, 'listening');
    const target = `http://127.0.0.1:${(inside.address() as AddressInfo).port}/secret`;
    const outside = createServer((_request, response) => {
      response.writeHead(307, { location: target }).end();
    }).listen(0, '127.0.0.1');
    await once(outside, 'listening');
    const url = `http://localhost:${(outside.address() as AddressInfo).port}/mcp`;
    try {
      for (const type of ['http', 'sse', undefined]) {
        const opening = connectTo({ url, ...(type !== undefined && { type }) });
        await assert.rejects(opening, /HTTP 307: Redirect to http:\/\/127\.0\.0\.1:\d+\/secret not followed/);
      }
      assert.equal(reached, 0);
    } finally {
      inside.close();
      outside.close();
    }
  });
});
