// Every fault that a server can have that is reached by streamable HTTP or by SSE.
import assert from 'node:assert/strict';
import type { RequestListener, ServerResponse } from 'node:http';
import { createServerFetch } from '../../../../src/node/mcp/serverFetch';
import { FIND_TOOL } from '../../../../src/mcp/tools/findTools';
import { testFaults, type Fault, type FaultPlace } from '../../../support/mcp/faults';
import { freePort, useServing } from '../../../support/serving';
import { CHAOS_SERVER, HttpServerProcess } from '../../../support/mcp/mcpPlace';

const serving = useServing();
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** The row of a server that answers by `answer`. */
async function served(type: 'http' | 'sse', answer: RequestListener): Promise<object> {
  return { url: `http://127.0.0.1:${await serving(answer)}/`, type };
}

/** It has lost its server for good. */
async function isGivenUp({ broken, clock }: FaultPlace): Promise<void> {
  for (const pause of [1000, 2000, 4000, 8000, 16_000]) {
    await clock.until(() => clock.hasTimer(pause));
    clock.pass(pause);
  }
  await clock.until(() => !broken.isStarting);
  assert.equal(broken.state, 'failed');
  assert.match(broken.error ?? '', /can’t be reached/);
}

/** Where names lead; changed in the middle of a test. */
let leadsTo = '127.0.0.1';
const via = createServerFetch({ resolve: async () => [leadsTo] });

const ownNames = (names: readonly string[]) =>
  names.filter(name => name.startsWith('mcp_broken_')).map(name => name.slice('mcp_broken_'.length));

function faultsOf(type: 'http' | 'sse'): Readonly<Record<string, Fault>> {
  const chaos = (fault: string, more: object = {}) => ({
    row: async () => {
      const server = new HttpServerProcess(CHAOS_SERVER, [fault]);
      ends.push(() => server.stop());
      return { url: await server.start(type), type, ...more };
    },
  });
  return {
    'is not there': {
      row: async () => ({ url: `http://127.0.0.1:${await freePort()}/`, type }),
      refused: /can’t be reached: .*ECONNREFUSED/,
    },
    'hangs up at once': {
      row: () => served(type, request => request.socket.destroy()),
      refused: /can’t be reached: /,
    },
    'says nothing': { ...chaos('silent'), refused: /didn’t answer within 30 seconds/, waits: true },
    'accepts, and doesn’t even answer with a status': {
      row: () => served(type, () => undefined),
      refused: /didn’t answer within 30 seconds/,
      waits: true,
    },
    'answers with a page': {
      row: () =>
        served(type, (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>')),
      refused: /doesn’t answer like an MCP server\. Check its address\./,
    },
    'answers with an error of HTTP': {
      row: () => served(type, (_, response) => response.writeHead(500).end('Out of order')),
      refused: /answered with HTTP 500: .*Out of order/,
    },
    'lets nobody in': {
      row: () => served(type, (_, response) => response.writeHead(401).end('{}')),
      refused: /^needsSignIn: The MCP server “broken” asks you to sign in\.$/,
    },
    'speaks another protocol': { ...chaos('future'), refused: /protocol version is not supported/ },
    'offers nothing': { ...chaos('nothing'), refused: /offers no tools, prompts or resources/ },
    'makes noise in its stream': { ...chaos('noise'), called: /^gone$/ },
    'dies during a call': { ...chaos('dies'), called: /ended|can’t be reached/, after: isGivenUp },
    'cuts its stream during a call': { ...chaos('cuts'), called: /ended/ },
    'answers with an error without an end': {
      row: () =>
        served(type, (_, response) => {
          response.writeHead(500);
          const more = () => !response.destroyed && response.write('x'.repeat(1_000_000), more);
          more();
        }),
      refused: /answered with HTTP 500|more than 32 MB/,
    },
    'hangs during a call': { ...chaos('hangs', { timeout: 200 }), called: /didn’t answer in time/ },
    'tells of progress without an end': {
      ...chaos('endlessProgress', { timeout: 100 }),
      called: /didn’t answer in time/,
    },
    'answers with an error of the protocol': { ...chaos('error'), called: /answered with an error: No\./ },
    'answers with what is no answer': { ...chaos('nonsense'), called: /sent an answer that violates the protocol/ },
    'answers what nobody asked, and twice': { ...chaos('stray'), called: /^one$/ },
    'nests an answer without an end': { ...chaos('deep'), called: /an answer that is nested too deeply/ },
    'answers with 50 MB': { ...chaos('huge'), called: /more than 32 MB/ },
    'answers with 200,000 values': { ...chaos('values'), called: /more than 100000 values/ },
    'sends more messages than anybody can read': { ...chaos('storm'), called: /sent too many messages/ },
    'offers 500 tools': {
      ...chaos('many'),
      tools(names) {
        assert.ok(names.includes(FIND_TOOL));
        assert.equal(ownNames(names).length, 500);
      },
    },
    'lists pages in a circle': {
      ...chaos('endless'),
      tools: names => assert.ok(ownNames(names).includes('page_2') && names.length < 30),
    },
    'has odd, long, double and built-in names, cyclic schemas and none': {
      ...chaos('odd'),
      tools: names =>
        assert.deepEqual(
          ownNames(names).map(name => name.slice(0, 9)),
          ['a_b', 'a_b_2', '____', 'long_xxxx', 'read_file', 'missing', 'cyclic'],
        ),
    },
    'describes a tool by a schema without a bottom': {
      ...chaos('deepSchema'),
      tools: names => assert.deepEqual(ownNames(names), ['go']),
    },
    'redirects to a private address': {
      row: async () => {
        leadsTo = '127.0.0.1';
        const inside = await serving(() => assert.fail('It was followed.'));
        const location = `http://127.0.0.1:${inside}/secret`;
        const outside = await serving((_, response) => response.writeHead(307, { location }).end());
        return { url: `http://server.example:${outside}/mcp`, type };
      },
      refused: /HTTP 307: Redirect to http:\/\/127\.0\.0\.1:\d+\/secret not followed/,
    },
    'comes to lead into the network (DNS rebinding)': {
      row: async () => {
        leadsTo = '127.0.0.1';
        const { url } = await chaos('none').row();
        return { url: url.replace('127.0.0.1', 'rebinding.example'), type };
      },
      tools() {
        leadsTo = '10.0.0.1';
      },
      called: /now resolves to 10\.0\.0\.1, in a different network than before/,
    },
    'changes its lists during a turn': {
      ...chaos('grows'),
      called: /^gone$/,
      async after({ source, broken, clock }) {
        await clock.until(() => clock.hasTimer(1000));
        clock.pass(1000);
        await clock.until(() => broken.offer.tools.length === 2);
        assert.deepEqual(ownNames((await source.list()).map(({ name }) => name)), ['go', 'late']);
      },
    },
  };
}

for (const type of ['http', 'sse'] as const)
  describe(`next to a server without a fault, one over ${type} that`, () => testFaults(faultsOf(type), via));

describe('next to a server without a fault, one over sse that', () => {
  const endpoint = (address: string) => (response: ServerResponse) =>
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(`event: endpoint\ndata: ${address}\n\n`);
  testFaults({
    'wants messages to be sent elsewhere': {
      row: async () => {
        const inside = await serving(() => assert.fail('It was sent there.'));
        return served('sse', (_, response) => endpoint(`http://127.0.0.1:${inside}/`)(response));
      },
      refused: /can’t be used: It wants messages to be sent to another address: http/,
    },
    'refuses all messages': {
      row: () =>
        served('sse', (request, response) =>
          request.method === 'GET' ? endpoint('/')(response) : response.writeHead(503).end('Full'),
        ),
      refused: /answered with HTTP 503: Full/,
    },
  });
});
