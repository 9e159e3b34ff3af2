// MCP servers in memory, for tests of what stands above the connection.
import {
  McpFailure,
  type CallOptions,
  type Connect,
  type ConnectOptions,
  type McpConnection,
  type ServerPrompt,
  type ServerResult,
  type ServerTool,
} from '../../src/mcp/connection/mcpConnection';
import { McpServers, type McpServersOptions } from '../../src/mcp/mcpServers';
import type { ServerConfig } from '../../src/mcp/config/serverConfig';
import { readServerRow } from '../../src/mcp/config/readServerRow';
import { silentLog } from './idlePorts';

export interface FakeServer {
  tools?: readonly ServerTool[];
  instructions?: string;
  prompts?: readonly ServerPrompt[];
  /** Texts by their addresses, which may change. */
  resources?: Record<string, string>;
  /** Which of them are subscribed; absent: nobody is told of changes. */
  subscribed?: Set<string>;
  call?: (
    name: string,
    args: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
    onProgress: CallOptions['onProgress'],
  ) => Promise<ServerResult>;
  /** In place of connecting at once. */
  connect?: (options: ConnectOptions) => Promise<void>;
}

export const echoTool: ServerTool = { name: 'echo', description: 'Says it', inputSchema: { type: 'object' } };

export function configOf(name: string, row: unknown = { command: name }, origin: Partial<ServerConfig['origin']> = {}) {
  const { config } = readServerRow(name, row, { scope: 'user', file: '/home/.gemini/settings.json', ...origin });
  if (!config) throw new Error('This row is none.');
  return config;
}

/** A registry over servers of memory, with what became of each connection. */
export function fakeServers(servers: Readonly<Record<string, FakeServer>>, more: Partial<McpServersOptions> = {}) {
  const opened: { readonly name: string; readonly options: ConnectOptions }[] = [];
  const closed: string[] = [];
  const connect: Connect = async (config, options) => {
    opened.push({ name: config.name, options });
    const server = servers[config.name] ?? {};
    await server.connect?.(options);
    return connectionTo(config.name, server, () => closed.push(config.name));
  };
  const off = new Set<string>();
  const registry = new McpServers({
    connect,
    resolve: async config => config,
    requests: { roots: () => [] },
    wait: (_, signal) => new Promise(resolve => signal.addEventListener('abort', () => resolve(), { once: true })),
    now: () => 0,
    log: silentLog,
    configs: async () => Object.keys(servers).map(name => configOf(name)),
    admit: async () => 'ok',
    isDisabled: name => off.has(name),
    setDisabled: (name, isOff) => {
      if (isOff) off.add(name);
      else off.delete(name);
    },
    ...more,
  });
  return { registry, opened, closed };
}

export function connectionTo(name: string, server: FakeServer, onClose: () => void): McpConnection {
  const { tools = [echoTool], instructions, resources = {}, subscribed } = server;
  const unknown = () => Promise.reject(new McpFailure('protocol', 'There is none.'));
  return {
    server: { name, version: '1' },
    ...(instructions !== undefined && { instructions }),
    has: {
      tools: true,
      prompts: server.prompts !== undefined,
      resources: server.resources !== undefined,
      completions: false,
    },
    tools: async () => server.tools ?? tools,
    prompts: async () => server.prompts ?? [],
    resources: async () => Object.keys(resources).map(uri => ({ uri, name: uri })),
    resourceTemplates: async () => [],
    callTool: async (tool, args, { signal, onProgress }) =>
      (await server.call?.(tool, args, signal, onProgress)) ?? {
        content: [{ kind: 'text', text: JSON.stringify(args) }],
        isError: false,
      },
    getPrompt: unknown,
    readResource: async uri => {
      const text = resources[uri];
      return text === undefined ? unknown() : [{ uri, text }];
    },
    subscribe: async uri => {
      subscribed?.add(uri);
      return subscribed !== undefined;
    },
    unsubscribe: async uri => void subscribed?.delete(uri),
    complete: async () => [],
    rootsChanged: () => undefined,
    setLogLevel: async () => undefined,
    said: () => '',
    close: async () => onClose(),
  };
}
