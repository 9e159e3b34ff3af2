// What both hosts put together of MCP; a bundle of its own, loaded when there is a server to be used.
import * as l10n from '@vscode/l10n';
import type { Egress, Via } from '../agent/ports/egress';
import type { Log } from '../agent/ports/log';
import type { OpenServerProcess } from '../agent/ports/serverProcess';
import type { KeptValues } from '../agent/ports/storedValues';
import type { ToolSource } from '../agent/ports/toolSource';
import type { Environment } from '../config/expand';
import type { SettingsProblem } from '../config/settingsText';
import { expandServer, type ExpandOptions } from './expandServer';
import type { SignInBrowser } from '../agent/ports/mcpSignIn';
import { ServerSignIns, type ServerSignInsOptions } from './auth/serverSignIns';
import { McpFailure, type ConnectOptions, type McpConnection, type ServerRequests } from './mcpConnection';
import type { McpServer } from './mcpServer';
import { McpServers } from './mcpServers';
import { commandServer, isBlocked, type McpSettings } from './mcpSettings';
import { McpToolSource, type UnusedTool } from './mcpToolSource';
import { createConnect } from './sdkConnection';
import { ServerApprovals, type PendingServer } from './serverApprovals';
import { readServerFiles, type ServerFile, type ServerInput } from './serverFiles';
import type { ServerConfig } from './serverConfig';
import { recordOf } from './serverContent';
import { ToolPins, type ChangedTool } from './toolPins';

export interface McpOptions {
  /** The files that may name servers, as they are now; none of a workspace that is not trusted. */
  readonly files: () => Promise<readonly ServerFile[]>;
  /** Servers that are in no file, such as those of extensions. */
  readonly others?: () => Promise<readonly ServerConfig[]>;
  readonly settings: () => McpSettings;
  readonly isTrusted: () => boolean;
  readonly environment: () => Environment;
  readonly home: string;
  /** Of the workspace, the first one; where there is none, the home folder. */
  readonly folder: () => string;
  /** An absolute path of what a row names, from that folder. */
  readonly pathOf: (path: string, folder: string) => string;
  readonly openProcess: OpenServerProcess;
  readonly egress: Egress;
  /** How requests to servers are sent. */
  readonly via: Via;
  readonly client: { readonly name: string; readonly version: string };
  /** Where approvals, known tools and what is switched off outlive the host; re-read each time it is asked for. */
  readonly kept: KeptValues;
  /** SHA-256, in hexadecimal. */
  readonly digest: (text: string) => string;
  readonly requests: ServerRequests;
  /** How to sign in to servers. */
  readonly signIns: ServerSignInsOptions;
  /** Which servers are switched off, by name. */
  readonly enablement: ServerEnablement;
  /** Opens the tools of the editor; absent: there is none. */
  readonly editor?: (options: ConnectOptions) => Promise<McpConnection>;
  /** Asks for an input of a server; undefined: there is no answer. */
  readonly input?: (config: ServerConfig, input: ServerInput) => Promise<string | undefined>;
  /** Servers of folders that the user has to agree to first. */
  readonly onPending: (pending: readonly PendingServer[]) => void;
  readonly onChangedTool: (changed: ChangedTool) => void;
  readonly onUnusedTool: (tool: UnusedTool) => void;
  readonly onProblems: (problems: readonly SettingsProblem[]) => void;
  /** A server that may be used could not be; hears of each reason once. */
  readonly onFailure: (server: McpServer) => void;
  /** A prompt goes on without a server that is still starting. */
  readonly onSlow?: (server: McpServer) => void;
  readonly onLog?: (server: string, level: string, text: string) => void;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly now: () => number;
  readonly log: Log;
}

/** Which servers the user has switched off, here and in Gemini CLI. */
export interface ServerEnablement {
  isDisabled(name: string): boolean;
  set(name: string, isDisabled: boolean): Promise<void>;
}

export interface Mcp {
  readonly servers: McpServers;
  /** The tools of all of them. */
  readonly source: ToolSource;
  readonly approvals: ServerApprovals;
  readonly pins: ToolPins;
  setToolEnabled(server: string, tool: string, isEnabled: boolean): void;
  isToolEnabled(server: string, tool: string): boolean;
  /** Signs in to a server and connects to it. Throws `SignInError`, and `McpFailure` for one that can't be used. */
  signIn(server: string, browser: SignInBrowser, signal: AbortSignal): Promise<void>;
  /** A server wants something else than the sign-in that it was just given. */
  isSignInRefused(server: string): boolean;
  /** False: nobody was signed in. */
  signOut(server: string): Promise<boolean>;
}

/** The servers of a window or a run; nothing is started before their tools are asked for. */
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
  const servers = new McpServers({
    connect: (config, connecting) =>
      config.transport.kind === 'editor' && options.editor ? options.editor(connecting) : viaSdk(config, connecting),
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
  const setToolEnabled = (server: string, tool: string, isOn: boolean) => off.setTool(toolKey(server, tool), !isOn);
  const resolved = async (name: string) => {
    const server = servers.get(name);
    if (!server) throw new McpFailure('unreachable', l10n.t('There is no MCP server “{0}”.', name));
    return expandServer(server.config, expanding());
  };
  return {
    ...{ servers, source, approvals, pins, setToolEnabled, isToolEnabled },
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

/** A relative folder of a server begins where the server comes from. */
function folderOf({ transport, origin }: ServerConfig, { folder, pathOf }: McpOptions): string {
  const start = origin.folder ?? folder();
  return transport.kind === 'stdio' && transport.cwd !== undefined ? pathOf(transport.cwd, start) : start;
}

/** Of each server that failed, or wants a sign-in, once for each reason. */
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

/** What the user has switched off, by name. */
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
