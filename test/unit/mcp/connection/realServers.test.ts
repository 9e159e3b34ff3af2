import assert from 'node:assert/strict';
import type { McpConnection } from '../../../../src/mcp/connection/mcpConnection';
import { connectTo, type PlaceOptions } from '../../../support/mcp/mcpPlace';
import {
  everythingRow,
  EverythingProcess,
  filesystemRow,
  memoryRow,
  secondRow,
} from '../../../support/mcp/realServers';
import { Scratch } from '../../../support/scratch';

const signal = new AbortController().signal;

describe('the published server', () => {
  let scratch: Scratch;
  const open: McpConnection[] = [];
  const http = new EverythingProcess();

  before(async () => (scratch = await Scratch.make()));
  afterEach(async () => {
    await Promise.all(open.splice(0).map(connection => connection.close()));
    await http.stop();
  });
  after(() => scratch.close());

  async function connected(row: unknown, requests: NonNullable<PlaceOptions['requests']> = {}) {
    const { connection } = await connectTo(row, { requests });
    open.push(connection);
    const call = async (tool: string, args: Readonly<Record<string, unknown>> = {}) => {
      const { content, isError } = await connection.callTool(tool, args, { signal });
      assert.equal(isError, false, JSON.stringify(content));
      return content.map(each => (each.kind === 'text' ? each.text : each.kind)).join('\n');
    };
    return { connection, call };
  }

  const transports: Readonly<Record<string, () => Promise<unknown>>> = {
    'standard input and output': async () => everythingRow(),
    'streamable HTTP': async () => ({ url: `${await http.start('streamableHttp')}/mcp`, type: 'http' }),
    SSE: async () => ({ url: `${await http.start('sse')}/sse`, type: 'sse' }),
  };
  for (const [name, rowOf] of Object.entries(transports)) {
    it(`of everything is used over ${name}`, async () => {
      const { connection, call } = await connected(await rowOf());
      assert.match(await call('echo', { message: 'hello' }), /hello/);
      assert.match(await call('get-sum', { a: 2, b: 3 }), /\b5\b/);
      assert.match(await call('get-tiny-image'), /image/);
      assert.ok((await connection.prompts()).some(each => each.name === 'completable-prompt'));
      assert.ok((await connection.resources()).length > 0 && (await connection.resourceTemplates()).length > 0);
      const argument = { name: 'department', value: 'S' };
      assert.ok((await connection.complete({ prompt: 'completable-prompt' }, argument, signal)).includes('Sales'));
    }).timeout(60_000);
  }

  it('of everything gets an answer to what it asks', async () => {
    const asked: string[] = [];
    const { call, connection } = await connected(everythingRow(), {
      elicit: async (_server, request) => {
        asked.push(request.kind);
        return { action: 'decline' };
      },
    });
    const tools = await connection.tools();
    assert.deepEqual(
      tools.flatMap(({ name, needsTask }) => (needsTask ? [name] : [])),
      ['simulate-research-query'],
    );
    assert.match(await call('trigger-elicitation-request'), /declin/i);
    assert.deepEqual(asked, ['form']);
  }).timeout(60_000);

  it('of files reads in its folder alone', async () => {
    await scratch.put('a.txt', 'from a file');
    const { call, connection } = await connected(filesystemRow(scratch.path), {
      roots: () => [{ uri: `file://${scratch.path}`, name: 'here' }],
    });
    assert.match(await call('read_text_file', { path: scratch.absolute('a.txt') }), /from a file/);
    const outside = await connection.callTool('read_text_file', { path: '/etc/hostname' }, { signal });
    assert.ok(outside.isError);
  }).timeout(60_000);

  it('of memories keeps what it is told', async () => {
    const row = memoryRow(scratch.absolute('memory.jsonl'));
    const entities = [{ name: 'Ada', entityType: 'person', observations: ['Likes tea'] }];
    await (await connected(row)).call('create_entities', { entities });
    assert.match(await (await connected(row)).call('search_nodes', { query: 'tea' }), /Ada/);
  }).timeout(60_000);

  it('of version 2 of the SDK is spoken to as before', async () => {
    const { connection, call } = await connected(secondRow());
    assert.deepEqual(connection.server, { name: 'second', version: '2.0.0' });
    assert.equal(await call('double', { n: 4 }), '8');
  }).timeout(60_000);
});
