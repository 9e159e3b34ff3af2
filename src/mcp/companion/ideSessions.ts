// The companion that Gemini CLI expects of an editor: an MCP server with two tools and three notifications. Only this
// file uses the SDK for that.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  isInitializeRequest,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import { messageOf } from '../../shared/messageOf';

type Handle = StreamableHTTPServerTransport['handleRequest'];

/** An open file, in Gemini CLI's format. `timestamp`: when the user last viewed it; positions are 1-based. */
export interface OpenFile {
  readonly path: string;
  readonly timestamp: number;
  readonly isActive?: true;
  readonly cursor?: { readonly line: number; readonly character: number };
  readonly selectedText?: string;
}

export interface IdeContext {
  readonly openFiles: readonly OpenFile[];
  readonly isTrusted: boolean;
}

/** The editor actions that Gemini CLI uses. They reject with an `Error` whose message Gemini CLI gets. */
export interface IdeActions {
  /** Shows the proposed content of a file; the decision is sent as a notification. */
  openDiff(file: string, content: string): Promise<void>;
  /** Returns the text as the user left it; undefined if there is no such diff. */
  closeDiff(file: string): Promise<string | undefined>;
}

export interface IdeSessionsOptions {
  readonly version: string;
  readonly actions: IdeActions;
  readonly context: () => IdeContext;
  readonly newId: () => string;
  /** Gemini CLI has connected. */
  readonly onSession?: () => void;
  readonly onError: (error: Error) => void;
}

const PAUSE_MS = 50;

/** Gemini CLI's connections to this editor. */
export class IdeSessions {
  readonly #open = new Map<
    string,
    { readonly server: McpServer['server']; readonly transport: StreamableHTTPServerTransport }
  >();

  #telling: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: IdeSessionsOptions) {}

  get isEmpty(): boolean {
    return this.#open.size === 0;
  }

  /** Handles an authenticated request; `body` is its parsed JSON. */
  async handle(request: Parameters<Handle>[0], response: Parameters<Handle>[1], body: unknown): Promise<void> {
    const id = request.headers['mcp-session-id'];
    const known = typeof id === 'string' ? this.#open.get(id) : undefined;
    if (known) {
      // A notification sent before there is a stream would be lost.
      if (request.method === 'GET') this.tellContext();
      return known.transport.handleRequest(request, response, body);
    }
    if (id !== undefined || !isInitializeRequest(body)) {
      response.writeHead(id === undefined ? 400 : 404).end();
      return;
    }
    await (await this.#begin()).handleRequest(request, response, body);
  }

  /** Sends the list of open files after a short pause, since more may change until then. */
  tellContext(): void {
    this.#telling ??= setTimeout(() => {
      this.#telling = undefined;
      this.#tell('ide/contextUpdate', { workspaceState: this.options.context() });
    }, PAUSE_MS);
  }

  tellAccepted(filePath: string, content: string): void {
    this.#tell('ide/diffAccepted', { filePath, content });
  }

  tellRejected(filePath: string): void {
    this.#tell('ide/diffRejected', { filePath });
  }

  async close(): Promise<void> {
    clearTimeout(this.#telling);
    await Promise.all([...this.#open.values()].map(({ transport }) => transport.close()));
    this.#open.clear();
  }

  #tell(method: string, params: Readonly<Record<string, unknown>>): void {
    for (const { server } of this.#open.values())
      void server.notification({ method, params: { ...params } }).catch(this.options.onError);
  }

  async #begin(): Promise<StreamableHTTPServerTransport> {
    const { version, newId, onSession, onError } = this.options;
    const { server } = new McpServer({ name: 'pollux-companion', version }, { capabilities: { tools: {} } });
    server.onerror = onError;
    this.#offer(server);
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: newId,
      onsessioninitialized: id => {
        this.#open.set(id, { server, transport });
        onSession?.();
      },
      onsessionclosed: id => void this.#open.delete(id),
    });
    await server.connect(transport);
    return transport;
  }

  #offer(server: McpServer['server']): void {
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: TOOLS.map(tool => ({ ...tool })) }));
    server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: args = {} } }) => {
      const { filePath, newContent } = args;
      if (typeof filePath !== 'string') throw new McpError(ErrorCode.InvalidParams, '"filePath" is missing.');
      try {
        if (name === 'openDiff') {
          if (typeof newContent !== 'string') throw new McpError(ErrorCode.InvalidParams, '"newContent" is missing.');
          await this.options.actions.openDiff(filePath, newContent);
          return { content: [] };
        }
        if (name !== 'closeDiff') throw new McpError(ErrorCode.InvalidParams, `There is no tool ${name}.`);
        const content = await this.options.actions.closeDiff(filePath);
        return { content: [{ type: 'text' as const, text: JSON.stringify({ content }) }] };
      } catch (error) {
        if (error instanceof McpError) throw error;
        const text = messageOf(error);
        return { content: [{ type: 'text' as const, text }], isError: true };
      }
    });
  }
}

const PATH = { type: 'string', description: 'Absolute path of the file' } as const;
const TOOLS = [
  {
    name: 'openDiff',
    description: 'Shows what a file would become, for the user to accept, change or reject.',
    inputSchema: {
      type: 'object' as const,
      properties: { filePath: PATH, newContent: { type: 'string', description: 'What the file is to hold' } },
      required: ['filePath', 'newContent'],
    },
  },
  {
    name: 'closeDiff',
    description: 'Closes what openDiff has opened.',
    inputSchema: {
      type: 'object' as const,
      properties: { filePath: PATH, suppressNotification: { type: 'boolean' } },
      required: ['filePath'],
    },
  },
];
