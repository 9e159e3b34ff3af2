import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { EditorTools } from '../../agent/ports/editorTools';
import type { Egress } from '../../agent/ports/egress';
import type { Followed } from '../../agent/ports/followed';
import type { Log } from '../../agent/ports/log';
import type { Configuration } from '../../config/configuration';
import { followedAgain } from '../../mcp/resources/followedAgain';
import { createSampling } from '../../mcp/requests/sampling';
import { mcpSettingsOf } from '../../mcp/config/mcpSettings';
import type { Mcp, McpOptions } from '../../mcp/openMcp';
import { mcpStateFile, sha256 } from '../../node/config/mcpFiles';
import { settingPath } from '../../node/config/settingsFiles';
import { createSharedValues } from '../../node/config/storedValues';
import { confinedServerProcess } from '../../node/process/serverProcess';
import { waitFor } from '../../node/wait';
import { editorNamedProxyFor, editorProxyFor } from '../editorProxy';
import { elicit } from './mcpElicitation';
import { createServerEnablement } from '../../node/mcp/enablement';
import { createServerFetch } from '../../node/mcp/serverFetch';
import { withGeminiSignIns } from '../../node/mcp/signInFiles';
import { createSignInParts } from '../../node/mcp/signInParts';
import { McpQuestions } from './mcpQuestions';
import { mcpEntries, type McpEntry } from './mcpSection';
import type { EditorCallbacks } from '../../vscode/authentication/editorCallbacks';
import { createMcpBrowser, offerSignIn, signInWithProgress } from '../../vscode/authentication/mcpBrowser';
import { createSignInSecrets } from '../../vscode/authentication/signInSecrets';
import { McpInputs } from '../../vscode/questions/mcpInputs';
import type { FilePart } from '../../shared/messages';
import type { ConfineProgram } from '../../sandbox/lazySandbox';
import { ServerLogs } from '../../vscode/serverLogs';
import { createHttpSettings } from '../../vscode/settings';
import { SettingsNotices } from '../../vscode/settingsNotices';

export interface WindowMcpOptions {
  readonly home: string;
  readonly version: string;
  readonly configuration: Configuration;
  readonly folders: () => readonly string[];
  readonly isTrusted: () => boolean;
  readonly files: McpOptions['files'];
  readonly others: NonNullable<McpOptions['others']>;
  readonly secrets: Parameters<typeof createSignInSecrets>[0];
  readonly editorTools: EditorTools;
  /** Whether the user lets a server send requests to the model. */
  readonly maySample: (server: string) => boolean;
  /** Called when a server, or what it offers, has changed. */
  readonly onChange: () => void;
  /** Where a browser returns to after a sign-in. */
  readonly callbacks: EditorCallbacks;
  /** Runs the servers' programs in the sandbox, where that is configured. */
  readonly confine: ConfineProgram;
  readonly egress: Egress;
  readonly log: Log;
}

export interface WindowMcp extends Omit<Mcp, 'signIn'> {
  /** The servers as rows of the Context view. */
  entries(): Promise<readonly McpEntry[]>;
  /** Shows a server's log messages and its program's latest output. */
  readonly showLog: (server: string) => void;
  readonly followAgain: (part: FilePart) => Followed;
  /** Has the user sign in to a server. Throws `SignInError`. */
  signIn(server: string): Promise<void>;
  /** Asks about a server, or about a tool of it, that waits for approval; false if it doesn't. */
  askAgain(server: string, tool?: string): Promise<boolean>;
  dispose(): Promise<void>;
}

/** The window's MCP servers, shared by all its chats. Loaded if a server is configured. */
export async function createWindowMcp(options: WindowMcpOptions): Promise<WindowMcp> {
  const { configuration, folders, isTrusted, home, version, egress, log } = options;
  const { openMcp } = await import('../../mcp/openMcp');
  const notices = new SettingsNotices(log, 'setting');
  const reportBug = (error: unknown) => log.error('An MCP server could not be asked about', error);
  const questions = new McpQuestions({ mcp: () => mcp, onChange: () => options.onChange(), reportBug });
  const logs = new ServerLogs((server, level) => {
    void mcp.servers.get(server)?.connection?.setLogLevel(level).catch(reportBug);
  });
  const http = createHttpSettings();
  const inputs = new McpInputs(options.secrets);
  const mcp: Mcp = openMcp({
    files: options.files,
    editorTools: options.editorTools,
    others: options.others,
    settings: () => mcpSettingsOf(configuration.settings),
    isTrusted,
    environment: () => configuration.variables,
    home,
    folder: () => folders()[0] ?? homedir(),
    pathOf: (path, folder) => resolve(folder, settingPath(path, folder)),
    openProcess: confinedServerProcess(options.confine),
    egress,
    via: createServerFetch({
      proxyFor: editorProxyFor(process.env, http),
      isProxied: url => editorNamedProxyFor(process.env, http)(url) !== undefined,
    }),
    client: { name: 'pollux', version },
    kept: createSharedValues(mcpStateFile(home), log),
    digest: sha256,
    signIns: { ...createSignInParts(egress), store: withGeminiSignIns(createSignInSecrets(options.secrets), home) },
    enablement: createServerEnablement(home),
    input: async ({ name, origin }, input) => {
      const asked = { ...input, server: name, file: origin.file };
      const answer = await inputs.read(asked);
      // Don't make a prompt wait: the server starts once the user has answered.
      if (answer === undefined) {
        void inputs.ask(asked).then(isAnswered => (isAnswered ? mcp.servers.restart(name) : undefined), reportBug);
      }
      return answer;
    },
    requests: {
      roots: () => folders().map(rootOf),
      elicit,
      maySample: options.maySample,
      sample: createSampling(options.maySample),
    },
    onPending: pending => questions.aboutServers(pending),
    onChangedTool: changed => questions.aboutTool(changed),
    onUnusedTool: ({ server, tool, problem }) =>
      log.warn(`The tool ${tool} of the MCP server ${server} is not used: ${problem}`),
    onProblems: problems => void notices.tell(problems),
    onFailure: ({ name, error = '', state }) => {
      log.warn(`The MCP server ${name} is not used: ${error}`);
      if (state === 'needsSignIn') void offerSignIn(name, error, () => signIn(name), reportBug);
    },
    onLog: (server, level, text) => logs.write(server, level, text),
    wait: waitFor,
    now: Date.now,
    log,
  });
  const listening = mcp.servers.onChange(() => options.onChange());
  const signIn = (name: string) =>
    signInWithProgress(name, signal => mcp.signIn(name, createMcpBrowser(name, options.callbacks), signal));
  const window: WindowMcp = {
    ...mcp,
    entries: () => mcpEntries(window),
    signIn,
    setToolEnabled(server, tool, isEnabled) {
      mcp.setToolEnabled(server, tool, isEnabled);
      options.onChange();
    },
    askAgain: (name, tool) => questions.again(name, tool),
    followAgain: part =>
      followedAgain(part, async () => {
        await mcp.servers.connectAll();
        return mcp.servers;
      }),
    showLog: name => logs.show(name, mcp.servers.get(name)?.said ?? ''),
    async dispose() {
      listening();
      questions.dispose();
      logs.dispose();
      await mcp.servers.close();
    },
  };
  return window;
}

function rootOf(folder: string) {
  return { uri: pathToFileURL(folder).href, name: folder.split(/[\\/]/).at(-1) ?? folder };
}
