// A server written with the SDK: `node sdkServer.mjs` speaks on standard input and output, `node sdkServer.mjs http`
// prints the port that it listens on, and `... sse` does so for the old transport.
import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  SubscribeRequestSchema,
  UrlElicitationRequiredError,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import * as z from 'zod/v4';

const text = (...lines) => ({ content: lines.map(each => ({ type: 'text', text: each })) });
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export function createTestServer() {
  let today = 'Buy milk.';
  const server = new McpServer(
    { name: 'test-server', version: '1.2.3', title: 'Test server' },
    { capabilities: { logging: {}, resources: { subscribe: true } }, instructions: 'Call echo before anything else.' },
  );
  server.registerTool(
    'echo',
    { description: 'Says what it is told', inputSchema: { text: z.string() }, annotations: { readOnlyHint: true } },
    async ({ text: said }) => text(`You said: ${said}`),
  );
  server.registerTool(
    'add',
    { inputSchema: { a: z.number(), b: z.number() }, outputSchema: { sum: z.number() } },
    async ({ a, b }) => ({ ...text(String(a + b)), structuredContent: { sum: a + b } }),
  );
  server.registerTool('fail', { description: 'Always fails' }, async () => ({ ...text('It broke.'), isError: true }));
  server.registerTool('environment', {}, async () => text(JSON.stringify(process.env)));
  server.registerTool('where', {}, async () => text(process.cwd()));
  server.registerTool('picture', {}, async () => ({
    content: [
      { type: 'text', text: 'A pixel:' },
      { type: 'image', data: PIXEL, mimeType: 'image/png' },
      { type: 'audio', data: 'UklGRg==', mimeType: 'audio/wav' },
      { type: 'resource_link', uri: 'memo://today', name: 'today' },
      { type: 'resource', resource: { uri: 'memo://now', mimeType: 'text/plain', text: 'now' } },
    ],
  }));
  server.registerTool('long', { inputSchema: { size: z.number() } }, async ({ size }) => text('x'.repeat(size)));
  server.registerTool(
    'steps',
    { inputSchema: { count: z.number() } },
    async ({ count }, { _meta, sendNotification, signal }) => {
      for (let progress = 1; progress <= count && !signal.aborted; progress++) {
        await new Promise(resolve => setTimeout(resolve, 10));
        const params = { progressToken: _meta?.progressToken, progress, total: count, message: `Step ${progress}` };
        if (_meta?.progressToken !== undefined) await sendNotification({ method: 'notifications/progress', params });
      }
      return text('All steps done.');
    },
  );
  server.registerTool('log', {}, async () => {
    for (const level of ['debug', 'info', 'error']) await server.sendLoggingMessage({ level, data: `${level} data` });
    return text('logged');
  });
  let cancelled = 0;
  server.registerTool(
    'wait',
    { description: 'Answers when it is cancelled' },
    ({ signal }) =>
      new Promise(resolve => {
        const end = () => {
          cancelled++;
          resolve(text('cancelled'));
        };
        if (signal.aborted) end();
        else signal.addEventListener('abort', end);
      }),
  );
  server.registerTool('cancelled', {}, async () => text(String(cancelled)));
  server.registerTool('ask', {}, async () => {
    const answer = await server.server.elicitInput({
      message: 'Which colour?',
      requestedSchema: { type: 'object', properties: { colour: { type: 'string', default: 'red' } } },
    });
    return text(JSON.stringify(answer));
  });
  server.registerTool('roots', {}, async () => text(JSON.stringify(await server.server.listRoots())));
  server.registerTool('sample', {}, async () => {
    const messages = [{ role: 'user', content: { type: 'text', text: 'Hello?' } }];
    return text(JSON.stringify(await server.server.createMessage({ messages, maxTokens: 100 })));
  });
  const late = server.registerTool('late', { description: 'Was not there at first' }, async () => text('here'));
  late.disable();
  server.registerTool('grow', {}, async () => {
    late.enable();
    return text('grown');
  });
  server.registerPrompt(
    'review',
    { description: 'Reviews code', argsSchema: { file: z.string(), focus: z.string().optional() } },
    ({ file, focus }) => ({
      messages: [{ role: 'user', content: { type: 'text', text: `Review ${file}${focus ? ` for ${focus}` : ''}.` } }],
    }),
  );
  server.registerResource('today', 'memo://today', { description: 'Today', mimeType: 'text/plain' }, uri => ({
    contents: [{ uri: uri.href, mimeType: 'text/plain', text: today }],
  }));
  const subscribed = new Set();
  server.server.setRequestHandler(SubscribeRequestSchema, ({ params }) => {
    subscribed.add(params.uri);
    return {};
  });
  server.server.setRequestHandler(UnsubscribeRequestSchema, ({ params }) => {
    subscribed.delete(params.uri);
    return {};
  });
  server.registerTool('rewrite', { inputSchema: { text: z.string() } }, async ({ text: now }) => {
    today = now;
    for (const uri of subscribed) await server.server.sendResourceUpdated({ uri });
    return text([...subscribed].join());
  });
  let isVisited = false;
  server.registerTool('visit', { description: 'Wants a page visited first' }, async () => {
    if (isVisited) return text('visited');
    isVisited = true;
    const page = { mode: 'url', message: 'Agree to it.', url: 'https://pay.example/agree', elicitationId: 'e1' };
    throw new UrlElicitationRequiredError([page]);
  });
  server.registerResource(
    'note',
    new ResourceTemplate('memo://notes/{name}', {
      list: undefined,
      complete: { name: value => ['apple', 'avocado', 'pear'].filter(each => each.startsWith(value)) },
    }),
    {},
    (uri, { name }) => ({ contents: [{ uri: uri.href, text: `Note ${name}` }] }),
  );
  return server;
}

const [, script = '', mode] = process.argv;
if (script.endsWith('sdkServer.mjs')) {
  if (process.env.CHAOS_PIDS) appendFileSync(process.env.CHAOS_PIDS, `${process.pid}\n`);
  if (mode === 'http') listen(await streamableHttp());
  else if (mode === 'sse') listen(sse());
  else await createTestServer().connect(new StdioServerTransport());
}

async function streamableHttp() {
  const sessions = new Map();
  /** What a session that is not known is answered with. */
  let unknown = {};
  return createServer(async (request, response) => {
    const id = request.headers['mcp-session-id'];
    if (request.url.startsWith('/forget')) {
      sessions.clear();
      const [, status = '404', message = 'Session not found'] = request.url.split('/').slice(1).map(decodeURIComponent);
      unknown = { status: Number(status), message };
      response.end();
      return;
    }
    if (id !== undefined && !sessions.has(id)) {
      const error = { code: -32_000, message: unknown.message };
      response.writeHead(unknown.status).end(JSON.stringify({ jsonrpc: '2.0', id: null, error }));
      return;
    }
    let transport = sessions.get(id);
    if (!transport) {
      transport = new StreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: given => void sessions.set(given, transport),
      });
      await createTestServer().connect(transport);
    }
    await transport.handleRequest(request, response);
  });
}

function sse() {
  const sessions = new Map();
  return createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (request.method === 'GET' && url.pathname === '/mcp') {
      const transport = new SSEServerTransport('/messages', response);
      sessions.set(transport.sessionId, transport);
      await createTestServer().connect(transport);
    } else if (request.method === 'POST' && url.pathname === '/messages') {
      await sessions.get(url.searchParams.get('sessionId'))?.handlePostMessage(request, response);
    } else {
      response.writeHead(405).end();
    }
  });
}

function listen(server) {
  server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
}
