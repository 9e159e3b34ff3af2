import * as l10n from '@vscode/l10n';
import type { EditorTool, EditorToolPart, EditorTools } from '../agent/ports/editorTools';
import { McpFailure, type ConnectOptions, type McpConnection, type ServerContent } from './connection/mcpConnection';
import { DEFAULT_TIMEOUT_MS, type ServerConfig } from './config/serverConfig';
import { messageOf } from '../shared/messageOf';

/** The name of the editor's tools in rules and settings. */
export const EDITOR_SERVER = 'vscode';

/** The editor's tools as an additional server. */
export const editorServer: ServerConfig = {
  name: EDITOR_SERVER,
  transport: { kind: 'editor' },
  timeoutMs: DEFAULT_TIMEOUT_MS,
  isTrusted: false,
  excludeTools: [],
  origin: { scope: 'user', file: 'VS Code' },
};

/** VS Code's tool names contain at most this many characters of their server's name. */
const MAX_PREFIX = 13;

/** Presents the editor as a server; constructed once, connected and closed as often as the user wants. */
export class EditorServer {
  #open: { readonly options: ConnectOptions; names: string } | undefined;

  /**
   * `ownServers`: names of the servers that Pollux uses itself; their tools are left out, since they would appear
   * twice.
   */
  constructor(
    private readonly tools: EditorTools,
    private readonly ownServers: () => readonly string[],
  ) {}

  readonly connect = async (options: ConnectOptions): Promise<McpConnection> => {
    const open = { options, names: namesOf(this.#listed()) };
    this.#open = open;
    const none = async () => [];
    const unknown = () => Promise.reject(new McpFailure('protocol', l10n.t('VS Code offers tools only.')));
    return {
      server: { name: EDITOR_SERVER, version: '', title: 'VS Code' },
      has: { tools: true, prompts: false, resources: false, completions: false },
      tools: async () => {
        const listed = this.#listed();
        open.names = namesOf(listed);
        return listed.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
      },
      callTool: async (name, args, { signal, timeoutMs = DEFAULT_TIMEOUT_MS }) => {
        const limit = AbortSignal.timeout(timeoutMs);
        const parts = await this.tools
          .invoke(name, args, AbortSignal.any([signal, limit]))
          .catch((error: unknown) => refuse(error, signal, limit));
        return { content: parts.map(contentOf), isError: false };
      },
      ...{ prompts: none, resources: none, resourceTemplates: none, complete: none },
      ...{ getPrompt: unknown, readResource: unknown },
      subscribe: async () => false,
      unsubscribe: async () => undefined,
      rootsChanged: () => undefined,
      setLogLevel: async () => undefined,
      said: () => '',
      close: async () => {
        if (this.#open === open) this.#open = undefined;
      },
    };
  };

  /** The editor doesn't report changes of its tools, so this checks for changes before they are used. */
  look(): void {
    if (!this.#open) return;
    const names = namesOf(this.#listed());
    if (names === this.#open.names) return;
    this.#open.names = names;
    this.#open.options.events.onListChanged('tools');
  }

  #listed(): readonly EditorTool[] {
    const own = this.ownServers().map(name => `mcp_${plain(name).slice(0, MAX_PREFIX)}_`);
    return this.tools.list().filter(({ name }) => !own.some(prefix => plain(name).startsWith(prefix)));
  }
}

function namesOf(tools: readonly EditorTool[]): string {
  return JSON.stringify(tools.map(({ name }) => name));
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9_.-]+/g, '_');
}

function contentOf(part: EditorToolPart): ServerContent {
  if (part.kind === 'text') return part;
  const { mimeType } = part;
  const data = Buffer.from(part.data).toString('base64');
  const [kind] = mimeType.split('/');
  if (kind === 'image' || kind === 'audio') return { kind, mimeType, data };
  return { kind: 'resource', uri: 'vscode:result', mimeType, data };
}

function refuse(error: unknown, signal: AbortSignal, limit: AbortSignal): never {
  if (signal.aborted) throw new McpFailure('cancelled', l10n.t('Cancelled'), { cause: error });
  if (limit.aborted) throw new McpFailure('timeout', l10n.t('VS Code’s tool didn’t answer in time.'), { cause: error });
  const words = messageOf(error);
  throw new McpFailure('protocol', l10n.t('VS Code’s tool failed: {0}', words), { cause: error });
}
