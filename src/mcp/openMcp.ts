// The MCP setup that both hosts share; a separate bundle, loaded when a server is to be used.
import * as l10n from '@vscode/l10n';
import type { EditorTools } from '../agent/ports/editorTools';
import type { Egress, Via } from '../agent/ports/egress';
import type { Log } from '../agent/ports/log';
import type { OpenServerProcess } from '../agent/ports/serverProcess';
import type { KeptValues } from '../agent/ports/storedValues';
import type { ToolSource } from '../agent/ports/toolSource';
import type { Environment } from '../config/expand';
import type { SettingsProblem } from '../config/settingsText';
import { expandServer, type ExpandOptions } from './config/expandServer';
import type { SignInBrowser } from '../agent/ports/mcpSignIn';
import { ServerSignIns, type ServerSignInsOptions } from './auth/serverSignIns';
import { McpFailure, type ServerRequests } from './connection/mcpConnection';
import { EDITOR_SERVER, EditorServer } from './editorServer';
import type { McpServer } from './mcpServer';
import { McpServers } from './mcpServers';
import { commandServer, isBlocked, type McpSettings } from './config/mcpSettings';
import { McpToolSource, type UnusedTool } from './tools/mcpToolSource';
import { createConnect } from './connection/sdkConnection';
import { ServerApprovals, type PendingServer } from './config/serverApprovals';
import { readServerFiles, type ServerInput } from './config/serverFiles';
import type { ServerFile } from './config/namesServers';
import type { ServerConfig } from './config/serverConfig';
import { recordOf } from './tools/serverContent';
import { ToolPins, type ChangedTool } from './tools/toolPins';

export interface McpOptions {
  /** The current files that may define servers; none of an untrusted workspace. */
  readonly files: () => Promise<readonly ServerFile[]>;
  /** Servers that are not in a file, such as those of extensions. */
  readonly others?: () => Promise<readonly ServerConfig[]>;
  readonly settings: () => McpSettings;
  readonly isTrusted: () => boolean;
  readonly environment: () => Environment;
  readonly home: string;
  /** The first workspace folder; without one, the home directory. */
  readonly folder: () => string;
  /** Resolves a path in a server's configuration against that directory. */
  readonly pathOf: (path: string, folder: string) => string;
  readonly openProcess: OpenServerProcess;
  readonly egress: Egress;
  /** How to send requests to servers. */
  readonly via: Via;
  readonly client: { readonly name: string; readonly version: string };
  /** Stores approvals, known tools and disabled tools across sessions; re-read on each access. */
  readonly kept: KeptValues;
  /** SHA-256, in hexadecimal. */
  readonly digest: (text: string) => string;
  readonly requests: ServerRequests;
  /** How to sign in to servers. */
  readonly signIns: ServerSignInsOptions;
  /** Which servers are disabled, by name. */
  readonly enablement: ServerEnablement;
  /** Absent if there is no editor. */
  readonly editorTools?: EditorTools;
  /** Asks for an input of a server; undefined if there is no answer. */
  readonly input?: (config: ServerConfig, input: ServerInput) => Promise<string | undefined>;
  /** Called with servers from folders that the user has to approve first. */
  readonly onPending: (pending: readonly PendingServer[]) => void;
  readonly onChangedTool: (changed: ChangedTool) => void;
  readonly onUnusedTool: (tool: UnusedTool) => void;
  readonly onProblems: (problems: readonly SettingsProblem[]) => void;
  /** Called once per reason when a server that may be used failed or needs a sign-in. */
  readonly onFailure: (server: McpServer) => void;
  /** Called when a prompt continues without servers that are still starting. */
  readonly onSlow?: (servers: readonly McpServer[]) => void;
  readonly onLog?: (server: string, level: string, text: string) => void;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly now: () => number;
  readonly log: Log;
}

/** Which servers the user has disabled, here and in Gemini CLI. */
export interface ServerEnablement {
  isDisabled(name: string): boolean;
  set(name: string, isDisabled: boolean): Promise<void>;
}

export interface Mcp {
  readonly servers: McpServers;
  /** The tools of all servers. */
  readonly source: ToolSource;
  readonly approvals: ServerApprovals;
  readonly pins: ToolPins;
  setToolEnabled(server: string, tool: string, isEnabled: boolean): void;
  isToolEnabled(server: string, tool: string): boolean;
  /** Signs in to a server and connects to it. Throws `SignInError`, and `McpFailure` if the server can't be used. */
  signIn(server: string, browser: SignInBrowser, signal: AbortSignal): Promise<void>;
  /** Whether the server refused the sign-in that it had just accepted. */
  isSignInRefused(server: string): boolean;
  /** Resolves to false if nobody was signed in. */
  signOut(server: string): Promise<boolean>;
}

/** The servers of a window or a run; none is started before their tools are requested. */
export function openMcp(options: McpOptions): Mcp {
  const { kept, digest, log, wait, now, requests, onLog } = options;
  const approvals = new ServerApprovals({ kept, digest });
  const pins = new ToolPins({ kept, digest, onChanged: options.onChangedTool });
  const off = switches(kept);
  let inputs: ReadonlyMap<string, readonly ServerInput[]> = new Map();
  const expanding = (): ExpandOptions => ({
    environment: options.environment(),
    home: options.home,
    folder: options.folder(),
    input: async (config, id) => {
      const asked = inputs.get(config.origin.file)?.find(input => input.id === id);
      return asked && options.input?.(config, asked);
    },
  });
  const signIns = new ServerSignIns(options.signIns);
  const viaSdk = createConnect({
    openProcess: options.openProcess,
    folderOf: config => folderOf(config, options),
    client: options.client,
    fetchFor: config => signIns.fetchFor(config, options.egress.fetchFor({ purpose: 'mcp' }, options.via)),
  });
  const ownServers = () => servers.all.filter(isUsed).map(({ name }) => name);
  const editor = options.editorTools && new EditorServer(options.editorTools, ownServers);
  const servers: McpServers = new McpServers({
    connect: (config, connecting) =>
      config.transport.kind === 'editor' && editor ? editor.connect(connecting) : viaSdk(config, connecting),
    resolve: config => expandServer(config, expanding()),
    requests,
    ...(onLog && { onLog }),
    ...(options.onSlow && { onSlow: options.onSlow }),
    wait,
    now,
    log,
    configs: async () => {
      const others = [...commandServer(options.settings(), 'mcp.serverCommand'), ...((await options.others?.()) ?? [])];
      const read = readServerFiles(await options.files(), others);
      inputs = read.inputs;
      options.onProblems(read.problems);
      const admitted = read.servers.filter(config => !isBlocked(config, options.settings()));
      const pending = admitted.flatMap(config => approvals.pending(config) ?? []);
      if (pending.length > 0) options.onPending(pending);
      return read.servers;
    },
    admit: async config => {
      const isRefused = config.transport.kind === 'stdio' && !options.isTrusted();
      if (isRefused || isBlocked(config, options.settings())) return 'blocked';
      return approvals.pending(config) ? 'unapproved' : 'ok';
    },
    isDisabled: name => options.enablement.isDisabled(name),
    setDisabled: (name, isOff) => options.enablement.set(name, isOff),
  });
  servers.onChange(tellOnce(servers, options.onFailure));
  const isToolEnabled = (server: string, tool: string) => !off.tools().has(toolKey(server, tool));
  const source = new McpToolSource({
    servers,
    known: (server, tools) => pins.known(server.config, tools),
    isEnabled: isToolEnabled,
    onUnused: options.onUnusedTool,
  });
  servers.onChange(() => {
    // So that the user is asked about a changed tool at once, not only with the next prompt.
    source.compare();
    // Which of its tools are left out depends on the servers.
    editor?.look();
  });
  const setToolEnabled = (server: string, tool: string, isOn: boolean) => off.setTool(toolKey(server, tool), !isOn);
  const resolved = async (name: string) => {
    const server = servers.get(name);
    if (!server) throw new McpFailure('unreachable', l10n.t('There is no MCP server “{0}”.', name));
    return expandServer(server.config, expanding());
  };
  const listing: ToolSource = {
    name: source.name,
    list() {
      editor?.look();
      return source.list();
    },
  };
  return {
    ...{ servers, source: listing, approvals, pins, setToolEnabled, isToolEnabled },
    async signIn(name, browser, signal) {
      const config = await resolved(name);
      await signIns.signIn(config, browser, signal);
      await servers.restart(name);
    },
    isSignInRefused: name => signIns.isRefused(name),
    async signOut(name) {
      const wasIn = await signIns.signOut(await resolved(name));
      await servers.get(name)?.stop();
      return wasIn;
    },
  };
}

/** Whether Pollux uses a server itself; VS Code may have the same one. */
function isUsed({ name, state }: McpServer): boolean {
  return name !== EDITOR_SERVER && (state === 'connected' || state === 'connecting' || state === 'disconnected');
}

/** The server's working directory. A relative one is resolved against the place where the server is configured. */
function folderOf({ transport, origin }: ServerConfig, { folder, pathOf }: McpOptions): string {
  const start = origin.folder ?? folder();
  return transport.kind === 'stdio' && transport.cwd !== undefined ? pathOf(transport.cwd, start) : start;
}

/** Reports each server that failed or needs a sign-in, once per reason. */
function tellOnce(servers: McpServers, onFailure: (server: McpServer) => void): () => void {
  const told = new Map<string, string | undefined>();
  return () => {
    for (const server of servers.all) {
      const { name, state, error } = server;
      const reason = state === 'failed' || state === 'needsSignIn' ? error : undefined;
      if (reason !== undefined && told.get(name) !== reason) onFailure(server);
      if (state === 'connected' || reason !== undefined) told.set(name, reason);
    }
  };
}

function toolKey(server: string, tool: string): string {
  return JSON.stringify([server, tool]);
}

/** The tools that the user has disabled, by key. */
function switches(kept: KeptValues) {
  const read = (name: string) => new Set(Object.keys(recordOf(kept.get(name))));
  const write = (name: string, key: string, isOff: boolean) => {
    const { [key]: _, ...others } = recordOf(kept.get(name));
    kept.set(name, isOff ? { ...others, [key]: true } : others);
  };
  return {
    tools: () => read('disabled tools'),
    setTool: (key: string, isOff: boolean) => write('disabled tools', key, isOff),
  };
}
