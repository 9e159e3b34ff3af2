// A server of version 2 of the SDK that speaks only the revision without sessions: on standard input and output, or
// with `http` on a port that it prints.
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { createMcpHandler, inputRequired, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import * as z from 'zod/v4';

const text = said => ({ content: [{ type: 'text', text: said }] });
let handler;

function create() {
  const server = new McpServer(
    { name: 'stateless', version: '3.0.0' },
    {
      instructions: 'Double before anything else.',
      capabilities: { tools: { listChanged: true }, resources: { subscribe: true, listChanged: true } },
    },
  );

  server.registerTool('double', { inputSchema: z.object({ n: z.number() }) }, async ({ n }) => text(String(n * 2)));
  server.registerTool('colour', { inputSchema: z.object({}) }, async (_args, { mcpReq }) => {
    const { colour } = mcpReq.inputResponses ?? {};
    if (colour) return text(`${mcpReq.requestState()}: ${colour.action} ${colour.content?.colour}`);
    const requestedSchema = { type: 'object', properties: { colour: { type: 'string' } }, required: ['colour'] };
    return inputRequired({
      inputRequests: { colour: inputRequired.elicit({ message: 'Which colour?', requestedSchema }) },
      requestState: 'as it was',
    });
  });
  server.registerTool('endless', { inputSchema: z.object({}) }, async () => inputRequired({ requestState: 'again' }));
  server.registerTool('steps', { inputSchema: z.object({}) }, async (_args, { mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [1, 2]) {
      await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 2 } });
      await new Promise(resolve => setTimeout(resolve, 10));
    }
    return text('Done.');
  });
  server.registerTool('hang', { inputSchema: z.object({}) }, async (_args, { mcpReq }) => {
    await new Promise(resolve => mcpReq.signal.addEventListener('abort', resolve, { once: true }));
    process.stderr.write('The call was cancelled.\n');
    return text('Never read.');
  });
  server.registerTool('fail', { inputSchema: z.object({}) }, async () => ({ ...text('It broke.'), isError: true }));
  server.registerTool('change', { inputSchema: z.object({}) }, async () => {
    handler?.notify.toolsChanged();
    handler?.notify.resourceUpdated('memo://today');
    if (!handler) await server.sendToolListChanged();
    if (!handler) await server.server.sendResourceUpdated({ uri: 'memo://today' });
    return text('Changed.');
  });
  server.registerResource('today', 'memo://today', { mimeType: 'text/plain' }, async uri => ({
    contents: [{ uri: uri.href, text: 'Buy milk.' }],
  }));
  server.registerPrompt('greet', { argsSchema: z.object({ name: z.string() }) }, ({ name }) => ({
    messages: [{ role: 'user', content: { type: 'text', text: `Greet ${name}.` } }],
  }));
  return server;
}

if (process.argv[2] === 'http') {
  handler = createMcpHandler(create, { legacy: 'reject' });
  const server = createServer(async (request, response) => {
    const aborted = new AbortController();
    response.once('close', () => aborted.abort());
    const body = request.method === 'POST' ? Readable.toWeb(request) : undefined;
    const address = `http://${request.headers.host}${request.url}`;
    const { method, headers } = request;
    const web = new Request(address, { method, headers, body, duplex: 'half', signal: aborted.signal });
    const answer = await handler.fetch(web);
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (answer.body)
      Readable.fromWeb(answer.body)
        .on('error', () => undefined)
        .pipe(response);
    else response.end();
  });
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));
} else serveStdio(create, { legacy: 'reject' });
