import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { realpathSync } from 'node:fs';
import type { McpConnection, Progress } from '../../../../src/mcp/connection/mcpConnection';
import { connectTo, HttpServerProcess, stdioRow, type PlaceOptions, type Told } from '../../../support/mcp/mcpPlace';

/** Its port, on this machine. */
async function listening(server: Server): Promise<number> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const signal = new AbortController().signal;

const transports = {
  'standard input and output': async () => ({ row: stdioRow(), stop: async () => undefined }),
  'streamable HTTP': () => served('http', url => ({ url: `${url}/mcp`, type: 'http' })),
  'SSE, found by its address alone': () => served('sse', url => ({ url: `${url}/mcp` })),
} as const;

async function served(mode: 'http' | 'sse', rowOf: (url: string) => unknown) {
  const server = new HttpServerProcess();
  return { row: rowOf(await server.start(mode)), stop: () => server.stop() };
}

for (const [name, start] of Object.entries(transports)) {
  describe(`a server over ${name}`, () => {
    let place: Awaited<ReturnType<typeof start>>;
    let connection: McpConnection;
    let told: Told;
    const asked: string[] = [];
    let isLeftEmpty = false;
    const requests: NonNullable<PlaceOptions['requests']> = {
      elicit: async (server, request) => {
        asked.push(`${request.kind} ${request.kind === 'url' ? request.url : request.message}`);
        if (isLeftEmpty) return { action: 'accept', content: {} };
        return { action: 'accept', content: { colour: `${server}: ${request.kind}: ${request.message}` } };
      },
      sample: async (server, { messages }) => ({
        text: `${server} says ${JSON.stringify(messages)}`,
        model: 'm',
        isCut: false,
      }),
    };

    before(async () => {
      place = await start();
      ({ connection, told } = await connectTo(place.row, { requests }));
    });

    after(async () => {
      await connection.close();
      await place.stop();
    });

    const call = async (tool: string, args: Readonly<Record<string, unknown>> = {}) => {
      const result = await connection.callTool(tool, args, { signal });
      return result.content.map(each => (each.kind === 'text' ? each.text : each.kind)).join('\n');
    };

    it('says who it is and how it wants to be used', () => {
      assert.deepEqual(connection.server, { name: 'test-server', version: '1.2.3', title: 'Test server' });
      assert.equal(connection.instructions, 'Call echo before anything else.');
    });

    it('lists tools, prompts, resources and templates', async () => {
      const tools = await connection.tools();
      assert.deepEqual(
        tools.find(tool => tool.name === 'echo'),
        {
          name: 'echo',
          description: 'Says what it is told',
          inputSchema: {
            $schema: 'http://json-schema.org/draft-07/schema#',
            type: 'object',
            properties: { text: { type: 'string' } },
            required: ['text'],
          },
          annotations: { readOnlyHint: true },
        },
      );
      assert.deepEqual(await connection.prompts(), [
        {
          name: 'review',
          description: 'Reviews code',
          arguments: [
            { name: 'file', isRequired: true },
            { name: 'focus', isRequired: false },
          ],
        },
      ]);
      assert.deepEqual(await connection.resources(), [
        { uri: 'memo://today', name: 'today', description: 'Today', mimeType: 'text/plain' },
      ]);
      assert.deepEqual(await connection.resourceTemplates(), [{ uriTemplate: 'memo://notes/{name}', name: 'note' }]);
    });

    it('carries out calls, whatever they answer', async () => {
      assert.equal(await call('echo', { text: 'hello' }), 'You said: hello');
      const added = await connection.callTool('add', { a: 1, b: 2 }, { signal });
      assert.deepEqual(added, { content: [{ kind: 'text', text: '3' }], structured: { sum: 3 }, isError: false });
      const failed = await connection.callTool('fail', {}, { signal });
      assert.deepEqual(failed, { content: [{ kind: 'text', text: 'It broke.' }], isError: true });
      assert.equal(await call('picture'), 'A pixel:\nimage\naudio\nlink\nresource');
    });

    it('tells of its progress', async () => {
      const heard: Progress[] = [];
      // Progress that comes in one piece with the answer is not heard any more.
      while (heard.length === 0)
        await connection.callTool('steps', { count: 3 }, { signal, onProgress: progress => heard.push(progress) });
      const [{ progress } = { progress: 0 }] = heard;
      assert.deepEqual(heard[0], { progress, total: 3, message: `Step ${progress}` });
    });

    it('hears that a call was cancelled', async () => {
      const stop = new AbortController();
      const call1 = connection.callTool('wait', {}, { signal: stop.signal });
      setImmediate(() => stop.abort());
      await assert.rejects(call1, { name: 'McpFailure', kind: 'cancelled' });
      while ((await call('cancelled')) !== '1');
    });

    it('may ask the user, a model, and where the workspace is', async () => {
      assert.equal(await call('ask'), '{"action":"accept","content":{"colour":"test: form: Which colour?"}}');
      assert.match(await call('sample'), /test says .*Hello\?/);
      assert.equal(await call('roots'), '{"roots":[{"uri":"file:///work","name":"work"}]}');
    });

    it('gets no default for a field that the user has emptied', async () => {
      isLeftEmpty = true;
      assert.equal(await call('ask'), '{"action":"accept","content":{}}');
      isLeftEmpty = false;
    });

    it('gives prompts and resources, and completes what they take', async () => {
      const { messages } = await connection.getPrompt('review', { file: 'a.ts', focus: 'speed' }, signal);
      assert.deepEqual(messages, [{ role: 'user', content: { kind: 'text', text: 'Review a.ts for speed.' } }]);
      const [today] = await connection.readResource('memo://today', signal);
      assert.deepEqual(today, { uri: 'memo://today', mimeType: 'text/plain', text: 'Buy milk.' });
      const names = await connection.complete(
        { template: 'memo://notes/{name}' },
        { name: 'name', value: 'a' },
        signal,
      );
      assert.deepEqual(names, ['apple', 'avocado']);
    });

    it('tells of the resources that it was asked to, until it is asked no more', async () => {
      assert.equal(await connection.subscribe('memo://today'), true);
      assert.equal(await call('rewrite', { text: 'Buy bread.' }), 'memo://today');
      while (told.updates.length === 0) await new Promise(resolve => setImmediate(resolve));
      assert.deepEqual(told.updates, ['memo://today']);
      await connection.unsubscribe('memo://today');
      assert.equal(await call('rewrite', { text: 'Buy milk.' }), '');
    });

    it('has a page visited before it carries out a call, which is made once more then', async () => {
      asked.length = 0;
      assert.equal(await call('visit'), 'visited');
      assert.deepEqual(asked, [
        'url https://pay.example/agree',
        'form When you’re done at pay.example, accept. Pollux then repeats the call.',
      ]);
    });

    it('tells when its lists change', async () => {
      await call('grow');
      while (!told.lists.includes('tools')) await new Promise(resolve => setImmediate(resolve));
      assert.ok((await connection.tools()).some(tool => tool.name === 'late'));
    });

    it('answers what it can’t do with an error in words', async () => {
      await assert.rejects(connection.getPrompt('none', {}, signal), {
        name: 'McpFailure',
        kind: 'protocol',
        message: /^The MCP server “test” answered with an error: .*none/,
      });
    });
  });
}

describe('a server on standard input and output', () => {
  it('logs as much as it is told to', async () => {
    const { connection, told } = await connectTo(stdioRow());
    try {
      await connection.setLogLevel('error');
      await connection.callTool('log', {}, { signal });
      assert.deepEqual(told.logs, ['error: error data']);
      await connection.setLogLevel('info');
      await connection.callTool('log', {}, { signal });
      assert.deepEqual(told.logs.slice(1), ['info: info data', 'error: error data']);
    } finally {
      await connection.close();
    }
  });

  it('gets what programs need of the environment, and none of its secrets', async () => {
    process.env.MY_SERVICE_TOKEN = 'canary-1';
    process.env.GEMINI_API_KEY = 'canary-2';
    process.env.SOMETHING_ELSE = 'canary-3';
    const { connection } = await connectTo({ ...stdioRow(), env: { OWN: 'mine' } });
    try {
      const { content } = await connection.callTool('environment', {}, { signal });
      const [block] = content;
      const text = block?.kind === 'text' ? block.text : '';
      const env = JSON.parse(text) as Record<string, string>;
      assert.equal(env.PATH, process.env.PATH);
      assert.equal(env.OWN, 'mine');
      assert.doesNotMatch(text, /canary/);
      const where = await connection.callTool('where', {}, { signal });
      assert.deepEqual(where.content, [{ kind: 'text', text: realpathSync(tmpdir()) }]);
    } finally {
      await connection.close();
      delete process.env.MY_SERVICE_TOKEN;
      delete process.env.GEMINI_API_KEY;
      delete process.env.SOMETHING_ELSE;
    }
  });
});

describe('a server over HTTP', () => {
  it('that redirects to another address is not followed, and what let us in goes nowhere', async () => {
    const asked: IncomingMessage['headers'][] = [];
    const target = createServer((request, response) => {
      asked.push(request.headers);
      response.end();
    });
    const inner = await listening(target);
    const redirecting = createServer((_request, response) => {
      response.writeHead(307, { location: `http://127.0.0.1:${inner}/admin` }).end();
    });
    const port = await listening(redirecting);
    try {
      for (const type of ['http', 'sse', undefined]) {
        const row = { url: `http://127.0.0.1:${port}/mcp`, ...(type && { type }), headers: { 'x-key': 'secret' } };
        await assert.rejects(connectTo(row), { name: 'McpFailure' });
      }
      assert.deepEqual(asked, []);
    } finally {
      redirecting.close();
      target.close();
    }
  });

  it('gets a new session where it has forgotten the old one', async () => {
    const server = new HttpServerProcess();
    const url = await server.start('http');
    const { connection } = await connectTo({ url: `${url}/mcp` });
    const refusals = ['404/Session not found', '400/Bad Request: No valid session ID provided'];
    for (const refusal of [...refusals, '400/Bad Request: Server not initialized']) {
      await fetch(`${url}/forget/${encodeURI(refusal)}`);
      const { content } = await connection.callTool('echo', { text: refusal }, { signal });
      assert.deepEqual(content, [{ kind: 'text', text: `You said: ${refusal}` }]);
    }
    await fetch(`${url}/forget/400/Bad%20request`);
    await assert.rejects(connection.callTool('echo', { text: 'x' }, { signal }), /HTTP 400/);
    await connection.close();
    await server.stop();
  });

  it('ends its calls with a clear word when it dies', async () => {
    const server = new HttpServerProcess();
    const url = await server.start('http');
    const { connection, told } = await connectTo({ url: `${url}/mcp` });
    const call = connection.callTool('wait', {}, { signal });
    call.catch(() => undefined);
    await connection.callTool('echo', { text: 'x' }, { signal });
    await server.stop();
    await assert.rejects(call, /ended before it answered/);
    await assert.rejects(connection.callTool('echo', { text: 'x' }, { signal }), /can’t be reached/);
    assert.match(told.ends.join(), /can’t be reached/);
    await connection.close();
  });
});
