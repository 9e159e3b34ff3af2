// Every fault that a server can have, next to a server that has none: what is said of it, and what is left.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FIND_TOOL } from '../../../../src/mcp/tools/findTools';
import type { McpServer } from '../../../../src/mcp/mcpServer';
import type { McpServers } from '../../../../src/mcp/mcpServers';
import { McpToolSource } from '../../../../src/mcp/tools/mcpToolSource';
import { createServerFetch } from '../../../../src/node/mcp/serverFetch';
import { configOf, fakeServers } from '../../../support/fakeMcp';
import { isAlive } from '../../../support/isAlive';
import { ManualClock } from '../../../support/manualClock';
import { chaosRow, connectVia, stdioRow } from '../../../support/mcp/mcpPlace';

const { signal } = new AbortController();

interface Fault {
  /** The row of the server that has it. */
  readonly row: () => object | Promise<object>;
  /** Why it is not connected in the end; absent: it is. */
  readonly refused?: RegExp;
  /** What its call ends with: an error, or the text of an answer; absent: it is not called. */
  readonly called?: RegExp;
  /** What the model may call of it. */
  readonly tools?: (names: readonly string[]) => void;
  /** Time passes before the lists are there. */
  readonly waits?: boolean;
  /** What holds afterwards. */
  readonly after?: (place: Place) => Promise<void> | void;
}

interface Place {
  readonly registry: McpServers;
  readonly broken: McpServer;
  readonly source: McpToolSource;
  readonly clock: ManualClock;
}

const ends: (() => void)[] = [];
/** Where a name leads; changed in the middle of a test. */
let leadsTo = '127.0.0.1';
const via = createServerFetch({ resolve: async () => [leadsTo] });

async function serving(answer: RequestListener): Promise<number> {
  const server: Server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

/** A server of HTTP without the SDK; each answer is one JSON. */
function answering(request: Parameters<RequestListener>[0], response: Parameters<RequestListener>[1]): void {
  if (request.method !== 'POST') {
    response.writeHead(405).end();
    return;
  }
  let body = '';
  request
    .on('data', (piece: Buffer) => (body += piece.toString()))
    .on('end', () => {
      const { id, method, params } = JSON.parse(body) as {
        id?: number;
        method: string;
        params?: { protocolVersion?: string };
      };
      const tools = [{ name: 'go', inputSchema: { type: 'object' } }];
      const results: Readonly<Record<string, object>> = {
        initialize: {
          ...{ protocolVersion: params?.protocolVersion, capabilities: { tools: {} } },
          serverInfo: { name: 'a', version: '1' },
        },
        'tools/list': { tools },
        'tools/call': { content: [{ type: 'text', text: 'gone' }] },
      };
      if (id === undefined) {
        response.writeHead(202).end();
        return;
      }
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? {} }));
    });
}

const untouched: string[] = [];

const FAULTS: Readonly<Record<string, Fault>> = {
  'has no program': { row: () => ({ command: 'no-such-program' }), refused: /There is no program “no-such-program”/ },
  'ends at once': {
    row: () => chaosRow('exit'),
    refused: /ended: It ended with exit code 3\.\n.*licence has run out/s,
  },
  'says nothing': {
    row: () => chaosRow('silent'),
    refused: /didn’t answer within 30 seconds/,
    waits: true,
  },
  'speaks another protocol': { row: () => chaosRow('future'), refused: /protocol version is not supported/ },
  'offers nothing': { row: () => chaosRow('nothing'), refused: /offers no tools, prompts or resources/ },
  'makes noise on its output': { row: () => chaosRow('noise'), called: /^gone$/ },
  'floods its standard error': { row: () => chaosRow('flood'), called: /^gone$/ },
  'dies during a call': {
    row: () => chaosRow('dies'),
    called: /ended/,
    async after({ broken, clock }) {
      // It is started once more, and no further.
      await clock.until(() => broken.state === 'connected');
      await assert.rejects(broken.callTool('go', {}, { signal }), /ended/);
      await clock.until(() => broken.state === 'failed');
    },
  },
  'hangs during a call': {
    row: () => ({ ...chaosRow('hangs'), timeout: 200 }),
    called: /didn’t answer in time/,
  },
  'answers with an error of the protocol': { row: () => chaosRow('error'), called: /answered with an error: No\./ },
  'answers with what is no answer': { row: () => chaosRow('nonsense'), called: /an answer that is none/ },
  'answers what nobody asked, and twice': { row: () => chaosRow('stray'), called: /^one$/ },
  'answers with 50 MB': {
    row: () => chaosRow('huge'),
    called: /ended/,
    after: async ({ broken, clock }) => clock.until(() => broken.state === 'connected' || broken.state === 'failed'),
  },
  'offers 500 tools': {
    row: () => chaosRow('many'),
    tools(names) {
      assert.ok(names.includes(FIND_TOOL));
      assert.equal(names.filter(name => name.startsWith('mcp_broken_')).length, 500);
    },
  },
  'lists pages in a circle': {
    row: () => chaosRow('endless'),
    tools: names => assert.ok(names.includes('mcp_broken_page_2') && names.length < 30),
  },
  'has odd, long, double and built-in names, cyclic schemas and none': {
    row: () => chaosRow('odd'),
    tools(names) {
      const own = names.filter(name => name.startsWith('mcp_broken_'));
      assert.deepEqual(
        own.map(name => name.slice('mcp_broken_'.length, 'mcp_broken_'.length + 9)),
        ['a_b', 'a_b_2', '____', 'long_xxxx', 'read_file', 'missing', 'cyclic'],
      );
      assert.ok(names.every(name => /^[A-Za-z_][\w.:-]{0,63}$/.test(name)));
    },
  },
  'describes a tool by a schema without a bottom': {
    row: () => chaosRow('deepSchema'),
    tools: names =>
      assert.deepEqual(
        names.filter(name => name.startsWith('mcp_broken_')),
        ['mcp_broken_go'],
      ),
  },
  'changes its lists during a turn': {
    row: () => chaosRow('grows'),
    called: /^gone$/,
    async after({ source, broken, clock }) {
      await clock.until(() => clock.hasTimer(1000));
      clock.pass(1000);
      await clock.until(() => broken.offer.tools.length === 2);
      const names = (await source.list()).map(({ name }) => name);
      assert.ok(names.includes('mcp_broken_go') && names.includes('mcp_broken_late'));
    },
  },
  'redirects to a private address': {
    async row() {
      const inside = await serving((request, response) => {
        untouched.push(request.url ?? '');
        response.end('{}');
      });
      const outside = await serving((_, response) => {
        response.writeHead(307, { location: `http://127.0.0.1:${inside}/secret` }).end();
      });
      return { url: `http://server.example:${outside}/mcp` };
    },
    refused: /HTTP 307: Redirect to http:\/\/127\.0\.0\.1:\d+\/secret not followed/,
    after: () => assert.deepEqual(untouched, []),
  },
  'comes to lead into the network (DNS rebinding)': {
    async row() {
      leadsTo = '127.0.0.1';
      const port = await serving((request, response) => {
        if (leadsTo !== '127.0.0.1') untouched.push(request.url ?? '');
        answering(request, response);
      });
      return { url: `http://rebinding.example:${port}/mcp`, type: 'http' };
    },
    tools() {
      leadsTo = '10.0.0.1';
    },
    called: /now resolves to 10\.0\.0\.1, in a different network than before/,
    after: () => assert.deepEqual(untouched, []),
  },
};

describe('next to a server without a fault, one that', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'chaos-'));
    untouched.length = 0;
  });
  afterEach(() => {
    for (const end of ends.splice(0)) end();
    rmSync(folder, { recursive: true });
  });

  const withPids = (row: object) => ('command' in row ? { ...row, env: { CHAOS_PIDS: join(folder, 'pids') } } : row);

  async function opened(fault: Fault): Promise<Place> {
    const rows: Readonly<Record<string, object>> = { broken: withPids(await fault.row()), fine: withPids(stdioRow()) };
    const clock = new ManualClock();
    const { registry } = fakeServers(
      {},
      {
        connect: connectVia(via),
        configs: async () => Object.entries(rows).map(([name, row]) => configOf(name, row)),
        wait: (ms, ending) =>
          new Promise(resolve => {
            if (ms === 0 || ending.aborted) return resolve();
            const stop = clock.after(ms, resolve);
            const end = () => {
              stop();
              resolve();
            };
            ending.addEventListener('abort', end, { once: true });
          }),
      },
    );
    const source = new McpToolSource({ servers: registry, onUnused: () => undefined });
    await registry.load();
    const broken = registry.get('broken');
    assert.ok(broken);
    return { registry, broken, source, clock };
  }

  for (const [name, fault] of Object.entries(FAULTS)) {
    it(`${name} costs the other one nothing`, async () => {
      const place = await opened(fault);
      const { registry, broken, source, clock } = place;
      try {
        const listing = source.list();
        if (fault.waits) {
          await clock.until(() => registry.get('fine')?.state === 'connected');
          clock.pass(5000);
        }
        const names = (await listing).map(tool => tool.name);
        assert.ok(names.includes('mcp_fine_echo') || names.includes(FIND_TOOL), names.join());
        assert.equal(new Set(names).size, names.length, 'no name stands for two');
        if (fault.waits) {
          clock.pass(25_000);
          await clock.until(() => broken.state === 'failed');
        }
        if (fault.refused) assert.match(`${broken.state}: ${broken.error}`, fault.refused);
        else assert.equal(broken.state, 'connected', broken.error);
        fault.tools?.(names);
        if (fault.called) assert.match(await outcomeOf(broken), fault.called);
        await fault.after?.(place);
        const answer = await registry.get('fine')?.callTool('echo', { text: 'still here' }, { signal });
        assert.deepEqual(answer?.content, [{ kind: 'text', text: 'You said: still here' }]);
      } finally {
        await registry.close();
      }
      const pids = readFileSync(join(folder, 'pids'), 'utf8').trim().split('\n').map(Number);
      assert.ok(pids.length > 0);
      assert.deepEqual(pids.filter(isAlive), [], 'no process is left');
    }).timeout(120_000);
  }
});

async function outcomeOf(server: McpServer): Promise<string> {
  try {
    const { content } = await server.callTool('go', {}, { signal });
    return content.map(each => (each.kind === 'text' ? each.text : each.kind)).join();
  } catch (error) {
    return (error as Error).message;
  }
}
