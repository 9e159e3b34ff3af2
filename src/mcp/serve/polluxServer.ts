// Pollux as an MCP server; the only place that implements that side of the protocol with the SDK.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js';
import type { ServedCall, ServedTool } from './servedTools';

export interface PolluxServerOptions {
  readonly version: string;
  readonly instructions: string;
  readonly tools: readonly ServedTool[];
  readonly onError: (error: Error) => void;
}

/** Serves until the client disconnects. */
export async function servePollux(options: PolluxServerOptions, transport: Transport): Promise<void> {
  const { version, instructions, tools, onError } = options;
  // Handlers are set on the inner server, because `registerTool` doesn't accept our kind of schema.
  const { server } = new McpServer(
    { name: 'pollux', title: 'Pollux', version },
    { capabilities: { tools: {} }, instructions },
  );
  server.onerror = onError;
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ name, description, inputSchema, isReadOnly }) => ({
      name,
      description,
      inputSchema: { ...inputSchema, type: 'object' as const },
      annotations: { readOnlyHint: isReadOnly, openWorldHint: !isReadOnly },
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (!tool) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${params.name}.`);
    const progressToken = params._meta?.progressToken;
    let progress = 0;
    const call: ServedCall = {
      signal: extra.signal,
      canAsk: server.getClientCapabilities()?.elicitation !== undefined,
      onProgress(message) {
        if (progressToken === undefined || extra.signal.aborted) return;
        const told = { progressToken, progress: ++progress, message };
        void extra.sendNotification({ method: 'notifications/progress', params: told }).catch(onError);
      },
      ask: message => ask(server, message, extra.signal),
    };
    const { text, isError } = await tool.run(params.arguments ?? {}, call);
    return { content: [{ type: 'text' as const, text }], ...(isError && { isError }) };
  });
  const closed = new Promise<void>(resolve => (server.onclose = resolve));
  await server.connect(transport);
  await closed;
}

/** Effectively no limit for the user's decision; the waiting call has its own. */
const PATIENCE_MS = 24 * 60 * 60_000;

async function ask(server: McpServer['server'], message: string, signal: AbortSignal): ReturnType<ServedCall['ask']> {
  const requestedSchema = {
    type: 'object' as const,
    properties: {
      allow: { type: 'boolean' as const, title: 'Allow this', default: false },
      reason: { type: 'string' as const, title: 'Reason', description: 'What to do instead, for the agent' },
    },
    required: ['allow'],
  };
  const answer = await server.elicitInput({ message, requestedSchema }, { signal, timeout: PATIENCE_MS });
  if (answer.action !== 'accept') return undefined;
  const { allow, reason } = answer.content ?? {};
  return { isAllowed: allow === true, ...(typeof reason === 'string' && reason !== '' && { reason }) };
}
