import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import * as l10n from '@vscode/l10n';
import { checkKeys, checkProxies, checkSettings } from '../../config/settingsChecks';
import { namedProxyFor, readProxies } from '../../config/proxies';
import type { Configuration } from '../../config/configuration';
import { readEnvironment } from '../../config/environment';
import { findAccess } from '../../gemini/findAccess';
import type { DiagnosisOptions } from '../../gemini/diagnosis';
import { resolveConversation } from '../../gemini/modelConfigs';
import { withoutAsking } from '../../gemini/routing';
import { settingsAsServerFiles } from '../../mcp/config/namesServers';
import { mcpSettingsOf } from '../../mcp/config/mcpSettings';
import { checkServers } from '../../mcp/config/serverChecks';
import { readMcpFiles } from '../../node/config/mcpFiles';
import { checkFolders } from '../../node/doctor/folderChecks';
import { checkMachine, thisMachine } from '../../node/doctor/machineChecks';
import { checkSandbox } from '../../node/doctor/sandboxCheck';
import { waitFor } from '../../node/wait';
import { fetchThroughProxies } from '../../node/web/proxy/fetchThroughProxies';
import { findRipgrep } from '../../node/search/ripgrepPaths';
import { describeChecks, isHealthy, runChecks, type Check, type CheckGroup } from '../../shared/check';
import type { NamedProxy } from '../../shared/namedProxy';
import { createAccessSources, keyFileOf } from '../session/access';
import { InputError, readCommandLine, type FlagDefinition } from '../commandLine';
import { EXIT, saidErrors } from '../output/exitCodes';
import { createHeadlessEgress } from '../session/headlessEgress';
import { runsInSandbox } from '../session/headlessSandbox';
import { modelOf } from '../session/headlessConfiguration';
import { terminalJson, type TerminalStreams } from '../output/streams';
import { userAgentOf } from '../session/userAgent';

const DOCTOR_HELP = `Usage: pollux doctor [--json] [--offline]

Checks your setup: Node.js, VS Code, the shell, git, ripgrep, the sandbox, folders, settings, trust, proxies, keys, the model
service, its quota and MCP servers. No keys are printed, and no servers are started.

      --json       print an array of {"name", "status", "detail", "remedy"}; status is ok, warning or failed
      --offline    don't contact the model service

Exit codes: 0 nothing failed, 1 something failed.
`;

const FLAGS: readonly FlagDefinition[] = [
  { name: 'json', takes: 'nothing' },
  { name: 'offline', takes: 'nothing' },
  { name: 'help', short: 'h', takes: 'nothing' },
];

export interface DoctorOptions {
  readonly streams: Pick<TerminalStreams, 'out' | 'err'>;
  readonly version: string;
  /** May throw `ConfigurationError`, which is reported like any other problem. */
  readonly configuration: () => Promise<Configuration>;
}

/** Runs `pollux doctor`, given the arguments after that word; prints problems and resolves to the exit code. */
export async function runDoctor(args: readonly string[], options: DoctorOptions): Promise<number> {
  return saidErrors(() => run(args, options), options.streams.err);
}

async function run(args: readonly string[], { streams, ...options }: DoctorOptions): Promise<number> {
  const line = readCommandLine(args, FLAGS);
  if (line.isOn('help')) {
    streams.out(DOCTOR_HELP);
    return EXIT.done;
  }
  if (line.positionals.length > 0)
    throw new InputError(`doctor doesn't take "${line.positionals.join(' ')}".\n\n${DOCTOR_HELP}`);
  const checks = await headlessChecks({ ...options, isOffline: line.isOn('offline') });
  streams.out(`${line.isOn('json') ? terminalJson(checks.map(asRecord), 2) : describeChecks(checks)}\n`);
  return isHealthy(checks) ? EXIT.done : EXIT.failed;
}

/** With the same fields in the same order for each check. */
function asRecord({ name, status, detail, remedy = null }: Omit<Check, 'remedy'> & { remedy?: string | null }) {
  return { name, status, detail, remedy };
}

interface HeadlessChecks extends Omit<DoctorOptions, 'streams'> {
  readonly isOffline: boolean;
}

/** Runs all checks. */
export async function headlessChecks(options: HeadlessChecks): Promise<readonly Check[]> {
  const machine = thisMachine(findRipgrep([], process.env.PATH ?? ''));
  const { home = homedir() } = readEnvironment(process.env);
  const pollux: Check = { name: 'Pollux', status: 'ok', detail: options.version };
  const loading = options.configuration();
  return runChecks([
    { name: 'Pollux', run: async () => [pollux] },
    { name: 'Programs', run: () => checkMachine(machine) },
    { name: 'Sandbox', run: async () => [await checkSandbox(await sandboxUse(loading))] },
    { name: 'Folders', run: () => checkFolders({ home, workspace: [process.cwd()] }) },
    { name: 'Proxy', run: async () => [checkProxies(proxyOf)] },
    ...(await configuredGroups({ ...options, configuration: () => loading })),
  ]);
}

/** When commands of a run here use a sandbox, if they don't always; undefined too if the settings can't be used. */
async function sandboxUse(loading: Promise<Configuration>): Promise<string | undefined> {
  const configuration = await loading.catch(() => undefined);
  return configuration && !runsInSandbox(configuration) ? l10n.t('used only with --sandbox') : undefined;
}

/** The checks that depend on the settings; if the settings can't be used, only that is reported. */
async function configuredGroups({ configuration, version, isOffline }: HeadlessChecks): Promise<readonly CheckGroup[]> {
  let found: Configuration;
  try {
    found = await configuration();
  } catch (error) {
    const reason = error instanceof Error ? error : new Error(String(error));
    return [{ name: 'Settings', run: () => Promise.reject(reason) }];
  }
  const keyFile = keyFileOf(found.environment);
  const servers = async () => [
    ...settingsAsServerFiles(found.texts),
    ...(found.isTrusted ? await readMcpFiles([process.cwd()]) : []),
  ];
  const keys = async () => checkKeys(found.variables, (await keyFile.read()) === undefined ? [] : [keyFile.path]);
  const service = { name: 'Model', run: () => askService(found, version) };
  return [
    { name: 'Settings', run: async () => checkSettings(found, '“pollux --trust”') },
    { name: 'Keys', run: async () => [await keys()] },
    ...(isOffline ? [] : [service]),
    { name: 'MCP servers', run: async () => [checkServers(await servers(), mcpSettingsOf(found.settings))] },
  ];
}

async function askService(configuration: Configuration, version: string): Promise<readonly Check[]> {
  const { checkService, createContentGenerator, readQuota } = await import('../../gemini/requests');
  const egress = createHeadlessEgress(configuration);
  const find = () => findAccess(createAccessSources(configuration, egress, () => undefined));
  const userAgent = userAgentOf(version);
  if (readProxies(process.env)) await fetchThroughProxies(proxyOf);
  const generator = createContentGenerator({
    access: async () => (await find()).access,
    egress,
    userAgent,
    newId: randomUUID,
    wait: waitFor,
    proxyFor: proxyOf,
  });
  const { model } = resolveConversation(configuration.modelConfigs, withoutAsking(modelOf(configuration), 'default'));
  const quota: DiagnosisOptions['quota'] = (account, signal) => readQuota(account, { egress, userAgent }, signal);
  const { 'security.auth.enforcedType': enforced, 'security.auth.selectedType': selected } = configuration.settings;
  return checkService({ find, generator, model, quota }, enforced || selected);
}

/** Throws `ConfigurationError`. */
function proxyOf(url: URL): NamedProxy | undefined {
  const proxies = readProxies(process.env);
  return proxies && namedProxyFor(proxies, url);
}
