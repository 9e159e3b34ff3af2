import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connectTo } from '../../../support/mcp/mcpPlace';

const META = 'io.modelcontextprotocol';

interface Sent {
  readonly headers: IncomingHttpHeaders;
  readonly id?: number;
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
}
type Answer = readonly [status: number, body: object];

describe('The first request to a server over HTTP', () => {
  let server: Server | undefined;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  /** Connects to a server that answers so; notifications are taken, and there is no stream. */
  const connect = async (answer: (sent: Sent) => Answer) => {
    const seen: Sent[] = [];
    const started = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        if (request.method !== 'POST') return void response.writeHead(405).end();
        const sent = { ...(JSON.parse(body) as Sent), headers: request.headers };
        seen.push(sent);
        if (sent.id === undefined) return void response.writeHead(202).end();
        const [status, said] = answer(sent);
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ jsonrpc: '2.0', id: sent.id, ...said }));
      });
    });
    server = started;
    await new Promise<void>(resolve => started.listen(0, '127.0.0.1', resolve));
    const { port } = started.address() as AddressInfo;
    const { connection } = await connectTo({ httpUrl: `http://127.0.0.1:${port}/mcp` });
    await connection.close();
    return seen;
  };
  const metadataOf = ({ params }: Sent) => (params?._meta ?? {}) as Readonly<Record<string, unknown>>;
  const versionOf = (sent: Sent) => sent.headers['mcp-protocol-version'];
  const session = ({ params }: Sent): Answer => {
    const protocolVersion = params?.protocolVersion;
    return [200, { result: { protocolVersion, capabilities: {}, serverInfo: { name: 'classic', version: '1' } } }];
  };

  it('tells one without sessions who asks, and by which revision', async () => {
    const supported = ['2026-07-28'];
    const seen = await connect(sent => {
      if (sent.method === 'initialize')
        return [400, { error: { code: -32_022, message: 'Unsupported protocol version', data: { supported } } }];
      return [200, { result: { supportedVersions: supported, capabilities: {} } }];
    });
    assert.deepEqual(
      seen.map(sent => [sent.method, versionOf(sent), metadataOf(sent)[`${META}/protocolVersion`]]),
      [
        ['initialize', '2025-11-25', '2025-11-25'],
        ['server/discover', '2026-07-28', '2026-07-28'],
      ],
    );
    for (const sent of seen) {
      assert.deepEqual(metadataOf(sent)[`${META}/clientInfo`], { name: 'pollux', version: '0' });
      assert.ok(metadataOf(sent)[`${META}/clientCapabilities`]);
    }
  });

  it('is the only one that opens a session', async () => {
    const seen = await connect(session);
    assert.deepEqual(
      seen.map(({ method }) => method),
      ['initialize', 'notifications/initialized'],
    );
  });

  it('is sent without all that where a server of sessions refuses it', async () => {
    const seen = await connect(sent => {
      if (sent.method !== 'initialize' || versionOf(sent) !== undefined)
        return [400, { error: { code: -32_000, message: 'Bad Request: Unsupported protocol version' } }];
      return session(sent);
    });
    assert.deepEqual(
      seen.map(sent => [sent.method, `${META}/protocolVersion` in metadataOf(sent)]),
      [
        ['initialize', true],
        ['server/discover', true],
        ['initialize', false],
        ['notifications/initialized', false],
      ],
    );
  });
});
