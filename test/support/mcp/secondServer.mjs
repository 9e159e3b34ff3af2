// A server of version 2 of the SDK, on standard input and output.
import { McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import * as z from 'zod/v4';

const server = new McpServer({ name: 'second', version: '2.0.0' });
server.registerTool('double', { description: 'Doubles', inputSchema: z.object({ n: z.number() }) }, async ({ n }) => ({
  content: [{ type: 'text', text: String(n * 2) }],
}));
await server.connect(new StdioServerTransport());
