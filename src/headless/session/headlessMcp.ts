import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ActiveExtension } from '../../agent/ports/extensions';
import type { Egress } from '../../agent/ports/egress';
import type { SignInBrowser } from '../../agent/ports/mcpSignIn';
import type { Log } from '../../agent/ports/log';
import type { ToolSource } from '../../agent/ports/toolSource';
import { describeProblem, type Configuration } from '../../config/configuration';
import { namedProxyFor, readProxies } from '../../config/proxies';
import { defaultAnswer } from '../../mcp/requests/defaultAnswer';
import { extensionServers } from '../../mcp/config/extensionServers';
import { mcpSettingsOf } from '../../mcp/config/mcpSettings';
import { namesServers, settingsAsServerFiles } from '../../mcp/config/namesServers';
import type { Mcp, McpOptions } from '../../mcp/openMcp';
import { mcpStateFile, readMcpFiles, sha256 } from '../../node/config/mcpFiles';
import { settingPath } from '../../node/config/settingsFiles';
import { createSharedValues } from '../../node/config/storedValues';
import { createServerEnablement } from '../../node/mcp/enablement';
import { createServerFetch } from '../../node/mcp/serverFetch';
import { createSignInFiles } from '../../node/mcp/signInFiles';
import { createSignInParts } from '../../node/mcp/signInParts';
import { once, sayOnce } from '../../node/once';
import { confinedServerProcess } from '../../node/process/serverProcess';
import { waitFor } from '../../node/wait';
import { fetchThroughProxies } from '../../node/web/proxy/fetchThroughProxies';
import type { ConfineProgram } from '../../sandbox/lazySandbox';
import { messageOf } from '../../shared/messageOf';

export interface HeadlessMcpOptions {
  readonly configuration: Configuration;
  readonly version: string;
  /** Runs the servers' programs in the sandbox, if it is enabled. */
  readonly confine: ConfineProgram;
  readonly egress: Egress;
  readonly extensions: readonly ActiveExtension[];
  /** The workspace folders. */
  readonly folders: readonly string[];
  /** For servers that ask for a sign-in; if absent, those are not used. */
  readonly browser?: SignInBrowser;
  /** Questions of servers are answered with the defaults of their forms, if these suffice, and declined otherwise. */
  readonly acceptsDefaults?: boolean;
  readonly log: Log;
  /** Tells the user something that isn't part of the answer. */
  readonly err: (text: string) => void;
}

export interface HeadlessMcp {
  readonly source: ToolSource;
  /** The servers; undefined if none is configured. Doesn't start any. */
  readonly open: () => Promise<Mcp | undefined>;
  /** The names of servers whose tools run without approval. */
  readonly trusted: () => readonly string[];
  /** Stops all servers; resolves when none is left. */
  readonly close: () => Promise<void>;
}

/** The MCP servers of a run without an editor; nothing is loaded if none is configured. */
export function createHeadlessMcp(options: HeadlessMcpOptions): HeadlessMcp {
  const { configuration } = options;
  let opened: Mcp | undefined;
  let isClosed = false;
  const files = async () => {
    const theirs = configuration.isTrusted ? await readMcpFiles([process.cwd()]) : [];
    return [...settingsAsServerFiles(configuration.texts), ...theirs];
  };
  const open = async () => {
    const brings = options.extensions.some(({ mcpServers }) => mcpServers.length > 0);
    const isConfigured = configuration.settings['mcp.serverCommand'] !== '' || namesServers(await files());
    if (!isConfigured && !brings) return undefined;
    const { openMcp } = await import('../../mcp/openMcp');
    const proxies = readProxies(process.env);
    const proxyFor = (url: URL) => proxies && namedProxyFor(proxies, url);
    if (proxies) await fetchThroughProxies(proxyFor);
    return openMcp(partsFor(options, files, url => proxyFor(url)?.url));
  };
  const openOnce = once(async () => (opened = await open()));
  let wasAsked = false;
  return {
    open: openOnce,
    source: {
      name: 'MCP',
      async list() {
        if (isClosed) return [];
        const mcp = await openOnce();
        if (mcp && options.browser && !wasAsked) await signInToAll(mcp, options.browser, options.err);
        wasAsked = true;
        return mcp?.source.list() ?? [];
      },
    },
    trusted: () => opened?.servers.all.flatMap(({ name, config }) => (config.isTrusted ? [name] : [])) ?? [],
    async close() {
      isClosed = true;
      await opened?.servers.close();
    },
  };
}

/** One after the other, because the user may have to act for each. */
async function signInToAll(mcp: Mcp, browser: SignInBrowser, err: (text: string) => void): Promise<void> {
  await mcp.servers.connectAll();
  for (const { name, state } of mcp.servers.all) {
    if (state !== 'needsSignIn' || mcp.isSignInRefused(name)) continue;
    await mcp.signIn(name, browser, new AbortController().signal).catch((error: unknown) => {
      err(`pollux: ${messageOf(error)}\n`);
    });
  }
}

/** What would need the user's approval is left out and reported once. */
function partsFor(
  {
    configuration,
    version,
    confine,
    egress,
    extensions,
    folders,
    browser,
    acceptsDefaults = false,
    log,
    err,
  }: HeadlessMcpOptions,
  files: McpOptions['files'],
  proxyFor: (url: URL) => URL | undefined,
): McpOptions {
  const { home = homedir() } = configuration.environment;
  const say = sayOnce(text => err(`pollux: ${text}\n`));
  return {
    files,
    others: async () => extensionServers(extensions),
    settings: () => mcpSettingsOf(configuration.settings),
    isTrusted: () => configuration.isTrusted,
    environment: () => configuration.variables,
    home,
    folder: () => process.cwd(),
    pathOf: (path, folder) => resolve(folder, settingPath(path, folder)),
    openProcess: confinedServerProcess(confine),
    egress,
    via: createServerFetch({ proxyFor, isProxied: url => proxyFor(url) !== undefined }),
    client: { name: 'pollux', version },
    kept: createSharedValues(mcpStateFile(home), log),
    digest: sha256,
    signIns: { ...createSignInParts(egress, proxyFor), store: createSignInFiles(home), ...(browser && { browser }) },
    enablement: createServerEnablement(home),
    requests: {
      roots: () => folders.map(rootOf),
      elicit: async (_server, request) =>
        (acceptsDefaults ? defaultAnswer(request) : undefined) ?? { action: 'decline' },
    },
    input: async (_config, { id }) => process.env[inputVariable(id)],
    onPending: pending => {
      for (const { config } of pending) {
        say(
          `The MCP server "${config.name}" of ${config.origin.file} isn't started: you haven't approved it. ` +
            `\`pollux mcp approve ${config.name}\` shows it and asks you, as the editor does.`,
        );
      }
    },
    onChangedTool: ({ server, tool }) =>
      say(
        `The tool "${tool}" of the MCP server "${server}" isn't used: what the server says about it has changed. ` +
          `\`pollux mcp approve ${server}\` shows the difference and asks you, as the editor does.`,
      ),
    onUnusedTool: ({ server, tool, problem }) =>
      say(`The tool "${tool}" of the MCP server "${server}" isn't used: ${problem}.`),
    onProblems: problems => problems.forEach(problem => say(describeProblem(problem))),
    // Most errors name the server themselves.
    onFailure: ({ name, error = '' }) =>
      say(error.includes(`“${name}”`) ? error : `The MCP server "${name}" isn't used: ${error}`),
    onSlow: late => say(slowText(late.map(({ name }) => `"${name}"`))),
    wait: waitFor,
    now: Date.now,
    log,
  };
}

function slowText(names: readonly string[]): string {
  const then = 'tools become available as soon as';
  return names.length === 1
    ? `The MCP server ${names.join()} is still starting: its ${then} it is ready.`
    : `The MCP servers ${names.join(', ')} are still starting: their ${then} they are ready.`;
}

/** The environment variable that answers an input of `.vscode/mcp.json` when nobody can be asked. */
function inputVariable(id: string): string {
  return `POLLUX_MCP_INPUT_${id.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`;
}

function rootOf(folder: string) {
  return { uri: pathToFileURL(folder).href, name: folder.split(/[\\/]/).at(-1) ?? folder };
}
