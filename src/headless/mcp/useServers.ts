import type { SignInBrowser } from '../../agent/ports/mcpSignIn';
import type { Configuration } from '../../config/configuration';
import { settingsAsServerFiles } from '../../mcp/config/namesServers';
import { readServerFiles } from '../../mcp/config/serverFiles';
import { visibleText } from '../../shared/hiddenCharacters';
import type { McpServer } from '../../mcp/mcpServer';
import type { Mcp } from '../../mcp/openMcp';
import { readMcpFiles } from '../../node/config/mcpFiles';
import { readPackage } from '../../node/package';
import type { ServerEnablement } from '../../node/mcp/enablement';
import { createAccessSources } from '../session/access';
import { InputError } from '../commandLine';
import { EXIT } from '../output/exitCodes';
import { openHeadlessExtensions } from '../session/headlessExtensions';
import { createHeadlessControls } from '../session/headlessControls';
import { createHeadlessEgress } from '../session/headlessEgress';
import { sayProblems } from '../session/headlessConfiguration';
import { createHeadlessMcp } from '../session/headlessMcp';
import { blockedBy, offerText, resultText, serverLine, serverRecord, STATES } from './serverTexts';
import { createHeadlessSandbox } from '../session/headlessSandbox';
import { createLog } from '../output/log';
import type { Streams } from '../output/streams';
import { isJsonObject } from '../../shared/jsonObject';

export interface UseServers {
  readonly configuration: Configuration;
  readonly streams: Streams;
  readonly isJson: boolean;
  readonly isDebug: boolean;
  /** Questions of servers are answered with the defaults of their forms. */
  readonly acceptsDefaults: boolean;
  /** For servers that ask for a sign-in; if absent, that is reported. */
  readonly browser?: SignInBrowser;
}

const UNTRUSTED = " This folder isn't trusted, so its own servers are ignored. Use --trust to include them.";

/** Makes the servers available while `run` uses them; it gets undefined if none are configured. */
async function using(
  { configuration, streams, isDebug, browser, acceptsDefaults }: UseServers,
  run: (mcp: Mcp | undefined) => Promise<number>,
): Promise<number> {
  const { version } = await readPackage(__dirname);
  // Failures are reported by the commands themselves.
  const err = (text: string) => isDebug && streams.err(text);
  const log = createLog(isDebug, streams.err);
  const folders = [process.cwd()];
  const egress = createHeadlessEgress(configuration);
  const sources = createAccessSources(configuration, egress, streams.err);
  await createHeadlessControls({ configuration, sources, egress, err: streams.err, log }).check();
  const sandbox = createHeadlessSandbox({ configuration, isSandboxed: undefined, include: [], err: streams.err });
  const extensions = (await (await openHeadlessExtensions(configuration, []))?.active()) ?? [];
  const { confineProgram: confine } = sandbox;
  const common = { configuration, egress, version, extensions, folders, acceptsDefaults, confine, log, err };
  const servers = createHeadlessMcp({ ...common, ...(browser && { browser }) });
  // In debug mode, whoever reads them says it.
  if (!isDebug) sayProblems(await wrongRows(configuration, folders), { isDebug }, streams.err);
  try {
    const mcp = await servers.open();
    await mcp?.servers.load();
    return await run(mcp);
  } catch (error) {
    // By name, because an error from another bundle has a different class.
    if (!(error instanceof Error) || error.name !== 'McpFailure') throw error;
    streams.err(`pollux: ${error.message}\n`);
    return EXIT.failed;
  } finally {
    await servers.close();
    await sandbox.dispose();
  }
}

/** Throws `InputError` if there is no such server. Case is ignored, as in Gemini CLI's list of disabled servers. */
function usingServer(
  name: string,
  options: UseServers,
  run: (mcp: Mcp, server: McpServer) => Promise<number>,
): Promise<number> {
  const { isTrusted } = options.configuration;
  return using(options, async mcp => {
    const same = (each: McpServer) => each.name.toLowerCase() === name.toLowerCase();
    const server = mcp?.servers.get(name) ?? mcp?.servers.all.find(same);
    if (mcp && server) return run(mcp, server);
    const available = mcp?.servers.all.map(each => each.name).join(', ') || 'none';
    throw new InputError(`There is no MCP server "${name}". Available: ${available}.${isTrusted ? '' : UNTRUSTED}`);
  });
}

/** What is wrong with servers that can't be used, and so are listed nowhere. */
async function wrongRows({ texts, isTrusted }: Configuration, folders: readonly string[]) {
  const files = [...settingsAsServerFiles(texts), ...(isTrusted ? await readMcpFiles(folders) : [])];
  return readServerFiles(files).problems;
}

/** `pollux mcp list`. */
export function listServers(options: UseServers): Promise<number> {
  const { streams, isJson, configuration } = options;
  return using(options, async mcp => {
    const all = mcp?.servers.all ?? [];
    await Promise.all(all.filter(({ state }) => state === 'disconnected').map(server => server.start()));
    if (isJson) streams.out(`${JSON.stringify(all.map(serverRecord), undefined, 2)}\n`);
    else if (all.length === 0) streams.out('No MCP servers configured.\n');
    else streams.out(`Configured MCP servers:\n\n${all.map(server => serverLine(server, configuration)).join('')}`);
    if (all.length === 0 && !configuration.isTrusted) streams.err(`pollux:${UNTRUSTED}\n`);
    return EXIT.done;
  });
}

/** `pollux mcp enable NAME` and `pollux mcp disable NAME`; what was removed from the settings can be enabled too. */
export async function enableServer(
  name: string,
  isEnabled: boolean,
  enablement: ServerEnablement,
  options: UseServers,
): Promise<number> {
  const set = async (known: string) => {
    await enablement.set(known, !isEnabled);
    options.streams.out(`MCP server "${known}" is ${isEnabled ? 'enabled' : 'disabled'}.\n`);
    return EXIT.done;
  };
  if (isEnabled && enablement.isDisabled(name)) return set(name);
  return usingServer(name, options, (_, server) => set(server.name));
}

/** `pollux mcp login NAME`. */
export function loginToServer(name: string, browser: SignInBrowser, options: UseServers): Promise<number> {
  return usingServer(name, options, async (mcp, server) => {
    // The server's response determines how to sign in.
    await server.start();
    if (isConnected(server)) {
      options.streams.out(`The MCP server "${name}" is connected: it doesn't require a sign-in.\n`);
      return EXIT.done;
    }
    if (server.state !== 'needsSignIn') return failed(server, options);
    await mcp.signIn(server.name, browser, new AbortController().signal);
    if (!isConnected(server)) return failed(server, options);
    options.streams.out(`Signed in to "${name}".\n`);
    return EXIT.done;
  });
}

/** `pollux mcp approve NAME`. `agree` shows the text to approve and resolves to whether it is approved. */
export function approveServer(
  name: string,
  agree: (question: string, text: string) => Promise<boolean>,
  options: UseServers,
): Promise<number> {
  return usingServer(name, options, async (mcp, server) => {
    const pending = mcp.approvals.pending(server.config);
    if (pending) {
      if (!(await agree(`Start the MCP server "${name}" like this?`, compared(pending.text, pending.before))))
        return EXIT.failed;
      pending.approve();
      options.streams.out(`The MCP server "${name}" is approved.\n`);
    }
    // The definitions of its tools are only known once it runs; unlike a prompt, this waits for it.
    await mcp.servers.load();
    await server.start();
    await mcp.source.list();
    if (!isConnected(server)) return failed(server, options);
    const changed = mcp.pins.changed.filter(each => each.server === server.name);
    for (const change of changed) {
      const { tool, before, after } = change;
      if (!(await agree(`Use the tool "${tool}" of "${name}" as it is now?`, compared(after, before))))
        return EXIT.failed;
      change.approve();
      options.streams.out(`The tool "${tool}" of "${name}" is approved.\n`);
    }
    if (!pending && changed.length === 0) options.streams.out(`Nothing of "${name}" needs your approval.\n`);
    return EXIT.done;
  });
}

/** The text approved earlier, if any, and the current one, with invisible characters written out. */
function compared(text: string, before: string | undefined): string {
  const shown = (json: string) => `${visibleText(json)}\n`;
  return before === undefined ? shown(text) : `Before:\n${shown(before)}Now:\n${shown(text)}`;
}

/** `pollux mcp logout NAME`. */
export function logoutOfServer(name: string, options: UseServers): Promise<number> {
  return usingServer(name, options, async (mcp, server) => {
    const wasIn = await mcp.signOut(server.name);
    options.streams.out(wasIn ? `Signed out of "${name}".\n` : `You weren't signed in to "${name}".\n`);
    return EXIT.done;
  });
}

/** `pollux mcp try NAME [TOOL [JSON]]`. */
export function tryServer([name = '', tool, json]: readonly string[], options: UseServers): Promise<number> {
  const args = json === undefined ? {} : argumentsIn(json);
  return usingServer(name, options, async (mcp, server) => {
    await server.start();
    if (server.state === 'needsSignIn' && options.browser)
      await mcp.signIn(server.name, options.browser, new AbortController().signal);
    if (!isConnected(server)) return failed(server, options);
    if (tool === undefined) {
      options.streams.out(
        options.isJson ? `${JSON.stringify(serverRecord(server), undefined, 2)}\n` : offerText(server),
      );
      return EXIT.done;
    }
    const result = await server.callTool(tool, args, { signal: new AbortController().signal });
    options.streams.out(options.isJson ? `${JSON.stringify(result, undefined, 2)}\n` : resultText(result));
    return result.isError ? EXIT.failed : EXIT.done;
  });
}

/** A function, because awaited calls change the state. */
function isConnected(server: McpServer): boolean {
  return server.state === 'connected';
}

function failed(server: McpServer, { streams, configuration }: UseServers): number {
  const { name, state, error } = server;
  const why = error ?? (state === 'blocked' ? blockedBy(server.config, configuration) : STATES[state]);
  // Most errors name the server themselves.
  const said = why.includes(`“${name}”`) ? why : `The MCP server "${name}" can't be used: ${why}`;
  streams.err(`pollux: ${said}\n`);
  if (state !== 'needsSignIn') return EXIT.failed;
  streams.err(`pollux: Sign in with \`pollux mcp login ${name}\`.\n`);
  return EXIT.auth;
}

/** Throws `InputError`. */
function argumentsIn(json: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json);
    if (isJsonObject(value)) return value;
  } catch {
    // Reported below.
  }
  throw new InputError(`The arguments of a tool must be a JSON object: ${json}`);
}
