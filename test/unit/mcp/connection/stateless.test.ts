import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { McpConnection, Progress } from '../../../../src/mcp/connection/mcpConnection';
import { headerParametersOf, headersOfCall } from '../../../../src/mcp/stateless/headerParameters';
import { connectTo, HttpServerProcess, type PlaceOptions, type Told } from '../../../support/mcp/mcpPlace';

const script = join(__dirname, '../../../support/mcp/statelessServer.mjs');
const signal = new AbortController().signal;

const transports = {
  'standard input and output': async () => ({
    row: { command: process.execPath, args: [script] } as unknown,
    stop: async () => undefined,
  }),
  'streamable HTTP': async () => {
    const server = new HttpServerProcess(script);
    const row: unknown = { url: `${await server.start('http')}/mcp` };
    return { row, stop: () => server.stop() };
  },
} as const;

for (const [name, start] of Object.entries(transports)) {
  describe(`a server without sessions, over ${name}`, () => {
    let place: Awaited<ReturnType<typeof start>>;
    let connection: McpConnection;
    let told: Told;
    let asked: string[] = [];
    const requests: NonNullable<PlaceOptions['requests']> = {
      elicit: async (_server, { message }) => {
        asked.push(message);
        return { action: 'accept', content: { colour: 'blue' } };
      },
    };
    before(async () => {
      place = await start();
      ({ connection, told } = await connectTo(place.row, { requests }));
    });
    after(async () => {
      await connection.close();
      await place.stop();
    });
    beforeEach(() => (asked = []));

    const call = async (tool: string, args = {}, options = {}) => {
      const { content } = await connection.callTool(tool, args, { signal, ...options });
      return content.map(each => (each.kind === 'text' ? each.text : each.kind)).join('\n');
    };

    it('is detected, and reports its name', async () => {
      assert.deepEqual(connection.server, { name: 'stateless', version: '3.0.0' });
      assert.equal(connection.instructions, 'Double before anything else.');
      const tools = await connection.tools();
      assert.ok(tools.some(tool => tool.name === 'double'));
    });

    it('runs tools, reads resources and fills in prompts', async () => {
      assert.equal(await call('double', { n: 21 }), '42');
      assert.equal((await connection.callTool('fail', {}, { signal })).isError, true);
      const [read] = await connection.readResource('memo://today', signal);
      assert.ok(read && 'text' in read && read.text === 'Buy milk.');
      assert.match(JSON.stringify(await connection.getPrompt('greet', { name: 'Ada' }, signal)), /Greet Ada\./);
    });

    it('asks the user during a call, and gets its state back unchanged', async () => {
      assert.equal(await call('colour'), 'as it was: accept blue');
      assert.deepEqual(asked, ['Which colour?']);
    });

    it('can’t ask forever', async () => {
      await assert.rejects(call('endless'), /asked too many questions/);
    });

    it('reports progress', async () => {
      let seen: number[] = [];
      // Progress that comes in one piece with the answer is not heard any more.
      while (seen.length < 2) {
        seen = [];
        await call('steps', {}, { onProgress: ({ progress }: Progress) => seen.push(progress) });
      }
      assert.deepEqual(seen, [1, 2]);
    });

    it('handles other calls after one is cancelled', async () => {
      const controller = new AbortController();
      const hanging = connection.callTool('hang', {}, { signal: controller.signal });
      setImmediate(() => controller.abort());
      await assert.rejects(hanging, { kind: 'cancelled' });
      assert.equal(await call('double', { n: 1 }), '2');
    });

    it('reports its changes', async () => {
      assert.equal(await connection.subscribe('memo://today'), true);
      // The subscription itself takes a moment.
      while (!told.lists.includes('tools') || !told.updates.includes('memo://today')) await call('change');
    });

    it('reports an unknown tool as a protocol error', async () => {
      await assert.rejects(call('unheard-of'), { kind: 'protocol' });
    });
  });
}

describe('Arguments in headers', () => {
  const schema = (value: unknown) => ({ type: 'object', properties: { value } });
  const parametersOf = (value: object) => headerParametersOf(schema(value));

  it('are found at any depth', () => {
    const region = { type: 'string', 'x-mcp-header': 'Region' };
    assert.deepEqual(parametersOf(schema(region)), [{ path: ['value', 'value'], header: 'Region' }]);
    assert.deepEqual(headerParametersOf(undefined), []);
  });

  it('make a tool unusable if they name invalid headers', () => {
    for (const header of ['', 'My Region', 'a:b', 'Région', 'a\nb', 7])
      assert.equal(parametersOf({ type: 'string', 'x-mcp-header': header }), undefined, JSON.stringify(header));
    for (const type of ['object', 'array', 'null', 'number', undefined])
      assert.equal(parametersOf({ type, 'x-mcp-header': 'Region' }), undefined, type);
    const listed = { type: 'array', items: { type: 'string', 'x-mcp-header': 'Region' } };
    assert.equal(parametersOf(listed), undefined);
    const [one, two] = ['Region', 'REGION'].map(header => ({ type: 'string', 'x-mcp-header': header }));
    assert.equal(headerParametersOf({ type: 'object', properties: { one, two } }), undefined);
  });

  it('are encoded unless they are plain ASCII', () => {
    const header = (value: unknown) => headersOfCall([{ path: ['value'], header: 'It' }], { value })['Mcp-Param-It'];
    assert.equal(header('us west 1'), 'us west 1');
    assert.equal(header(42), '42');
    assert.equal(header(false), 'false');
    assert.equal(header('line1\r\nline2'), '=?base64?bGluZTENCmxpbmUy?=');
    assert.equal(header(' padded'), '=?base64?IHBhZGRlZA==?=');
    assert.equal(header('=?base64?eA==?='), '=?base64?PT9iYXNlNjQ/ZUE9PT89?=');
    for (const value of [null, undefined, {}, 1.5]) assert.equal(header(value), undefined);
  });
});
