import { homedir, platform, release } from 'node:os';
import { randomUUID } from 'node:crypto';
import type { Agents } from '../../agent/ports/agents';
import type { Log } from '../../agent/ports/log';
import type { Session } from '../../agent/session';
import { createSession } from '../../agent/sessionFactory';
import type { Configuration } from '../../config/configuration';
import {
  adminPoliciesOf,
  commandEnvironmentOf,
  planSettingsOf,
  sandboxGrantsOf,
  serverListsOf,
  toolListsOf,
} from '../../config/settingsByPurpose';
import { namedProxyFor, readProxies } from '../../config/proxies';
import { sessionSettingsOf } from '../../config/sessionSettings';
import { settingsOfVariables } from '../../config/settingVariables';
import { ConfigurationError } from '../../config/trustedFolders';
import { extensionMemory } from '../../context/extensions/extensionMemory';
import type { LazySandbox } from '../../sandbox/lazySandbox';
import type { SkillRegistry } from '../../context/skills';
import { type AccessSources } from '../../gemini/findAccess';
import type { DiskProcesses } from '../../node/process/backgroundProcesses';
import type { CheckpointStore } from '../../node/checkpoints/checkpointStore';
import { createDayLedger, ledgerFolder } from '../../node/sessions/dayLedger';
import { createDiskFileWriter } from '../../node/files/diskFileWriter';
import { createDiskTerminal } from '../../node/process/diskTerminal';
import { readPackage } from '../../node/package';
import { fetchThroughProxies } from '../../node/web/proxy/fetchThroughProxies';
import { settingPath } from '../../node/config/settingsFiles';
import { sayOnce } from '../../node/once';
import { createWeb } from '../../node/web/web';
import type { ChatState } from '../../shared/chatState';
import { noticedHooks } from '../../telemetry/hookFacts';
import type { HostFact, NoteWindowFact } from '../../agent/ports/telemetry';
import type { Telemetry } from '../../telemetry/telemetry';
import { toolSources } from '../../tools/sources';
import type { Flags } from '../flags';
import { modeOf, sayProblems } from './headlessConfiguration';
import type { HeadlessEgress } from './headlessEgress';
import { createHeadlessDiscovery } from './headlessDiscovery';
import { headlessExtensionHooks, openHeadlessExtensions } from './headlessExtensions';
import { createHeadlessAgents } from './headlessAgents';
import { plansOf } from '../../node/config/plansFolder';
import { openHeadlessFiles } from './headlessFiles';
import { createHeadlessHooks } from './headlessHooks';
import type { HeadlessMcp } from './headlessMcp';
import { createRunServers, followAgain } from './runServers';
import { createHeadlessMemory } from './headlessMemory';
import { createHeadlessModels } from './headlessModels';
import { checkAdminPolicies, createHeadlessPolicy } from './headlessPolicy';
import { userAgentOf } from './userAgent';
import { workspaceFolders } from './workspaceFolders';

type ConfigFact = Extract<HostFact, { type: 'config' }>;

export interface HeadlessSessionOptions {
  /** Where to find access to the models. */
  readonly sources: AccessSources;
  readonly egress: HeadlessEgress;
  readonly flags: Flags;
  readonly configuration: Configuration;
  /** The available skills; the directories of activated ones may be read. */
  readonly registry: SkillRegistry;
  /** The name of a model, or an alias. */
  readonly chosen: string;
  readonly processes: DiskProcesses;
  readonly sandbox: LazySandbox;
  readonly log: Log;
  /** If absent, nothing is exported. */
  readonly telemetry?: Pick<Telemetry, 'subscriber' | 'note'>;
  /** Tells the user something that isn't part of the answer. */
  readonly err: (text: string) => void;
  /** The state of an earlier session to continue. */
  readonly restored?: ChatState;
  readonly onBug?: (error: unknown) => void;
  /** Whether the user can answer the session's questions; otherwise, everything that needs approval is denied. */
  readonly canAsk?: boolean;
  /** The MCP servers, if they were needed before the session exists; the session closes them. */
  readonly servers?: HeadlessMcp;
}

export interface HeadlessSession {
  readonly session: Session;
  readonly agents: Agents;
  readonly checkpoints: CheckpointStore;
  /** Stops everything that runs besides the session; resolves when nothing is left. */
  readonly close: () => Promise<void>;
}

/** Assembles the agent, top to bottom: adapters, model, policy, session. Throws `ConfigurationError`. */
export async function createHeadlessSession(options: HeadlessSessionOptions): Promise<HeadlessSession> {
  const { sources, egress, flags, configuration, registry, chosen, processes, sandbox, log } = options;
  const { telemetry, err, restored, onBug, canAsk = false, servers } = options;
  const { version } = await readPackage(__dirname);
  const { settings, environment, isTrusted } = configuration;
  const pathOf = (path: string) => settingPath(path, process.cwd());
  const adminPolicies = await checkedAdminPolicies(settings, pathOf);
  const folders = await workspaceFolders(settings['context.includeDirectories'], flags.includeDirectories, err);
  if (!isTrusted && ((flags.mode ?? 'default') !== 'default' || flags.allowedTools.length > 0)) {
    err("This folder isn't trusted, so nothing is changed. Pass --trust to trust it for this run.\n");
  }
  const home = environment.home ?? homedir();
  const extensions = await openHeadlessExtensions(configuration, flags.extensions);
  const active = (await extensions?.active()) ?? [];
  const { hooks: broughtHooks, problems: wrongHooks } = await headlessExtensionHooks(extensions);
  sayProblems([...((await extensions?.find())?.problems ?? []), ...wrongHooks], flags, err);
  const plans = plansOf({ home, folder: folders[0], ...planSettingsOf(settings) });
  const { workspace, outputFiles, locks, changes, checkpoints } = openHeadlessFiles({
    ...{ configuration, home, folders, plans: plans.outside },
    registry,
    log,
    err,
    onRipgrepFallback: () => note({ type: 'ripgrepFallback' }),
  });
  const note: NoteWindowFact = fact => telemetry?.note(session.state.sessionId, fact);
  const userAgent = userAgentOf(version);
  const proxies = readProxies(process.env);
  const proxyOf = (url: URL) => proxies && namedProxyFor(proxies, url);
  if (proxies) await fetchThroughProxies(proxyOf);
  const { settings: ours, problem } = settingsOfVariables(process.env);
  if (problem !== undefined) throw new ConfigurationError(problem);
  const startMode = modeOf(flags, configuration);
  let mode = startMode;
  const models = createHeadlessModels({
    ...{ sources, egress, configuration, settings: ours, chosen, mode: () => mode, userAgent, proxyFor: proxyOf },
    ...{ folders: () => workspace.folders().map(({ path }) => path), log, err },
    onRoutingFailed: strategy => note({ type: 'routingFailed', strategy }),
  });
  const defined = [...configuration.hooks, ...broughtHooks];
  const openHooks = createHeadlessHooks({ configuration, hooks: defined, confine: sandbox.confineProgram, log, err });
  const lists = toolListsOf(settings, active);
  const mcp =
    servers ??
    createRunServers({
      ...{ configuration, version, flags, egress, log, err, folders },
      extensions: active,
      confine: sandbox.confineProgram,
    });
  const onProblems = (problems: Parameters<typeof sayProblems>[0]) => sayProblems(problems, flags, err);
  const agents = createHeadlessAgents({
    ...{ home, configuration, settings: ours, extensions: active, skills: registry },
    ...{ onProblems, err, log },
  });
  const session: Session = createSession(
    {
      ports: {
        models,
        followAgain: followAgain(mcp),
        toolSources: sourcesOf({
          ...{ configuration, lists, registry, mcp, sandbox, onProblems },
          // A run that was begun to plan stays with that, unless the user can agree to the plan.
          canSwitchMode: canAsk || startMode !== 'plan',
        }),
        workspace,
        files: createDiskFileWriter(workspace),
        terminal: createDiskTerminal({
          ...{ confine: sandbox.confine, onLeft: processes.adopt },
          ...commandEnvironmentOf(configuration),
          folders,
          onWithheld: sayWithheld(sayOnce(err)),
          inactivityMs: settings['tools.shell.inactivityTimeout'] * 1000,
        }),
        processes,
        outputFiles,
        changes,
        web: createWeb({
          allowedHosts: () => environment.webFetchHosts,
          egress,
          userAgent,
          proxyFor: url => proxyOf(url)?.url,
          now: Date.now,
          onFallback: reason => note({ type: 'webFetchFallback', reason }),
        }),
        policy: await createHeadlessPolicy({
          tools: lists,
          servers: serverListsOf(settings),
          trustedServers: mcp.trusted,
          policies: settings.policyPaths.map(pathOf),
          adminPolicies,
          problems: configuration.problems.filter(problem => problem.costsRules),
          extensions: active,
          environment,
          canAsk,
          mode: () => mode,
          startMode,
          isTrusted,
          workspace,
          memoryNames: settings['context.fileName'],
          plans,
          sandbox,
          grants: sandboxGrantsOf(settings, pathOf),
          err,
        }),
        ledger: createDayLedger(ledgerFolder(home), () => new Date(), log),
        ...(await createHeadlessMemory({
          configuration,
          flags,
          settings: ours,
          folders: workspace.folders().map(({ path }) => path),
          extensions: async () => extensionMemory(active),
          log,
          err,
        })),
        hooks: async sessionId => {
          const hooks = await openHooks(sessionId);
          return hooks && telemetry ? noticedHooks(hooks, sessionId, telemetry.note, Date.now) : hooks;
        },
        log,
        ...(onBug && { onBug }),
        newId: randomUUID,
        now: Date.now,
      },
      settings: sessionSettingsOf({
        gemini: () => settings,
        own: () => ours,
        mode: () => mode,
        setMode: next => {
          // After planning, the run returns to its initial mode, and to no more permissive one.
          mode = next === 'plan' ? next : startMode;
        },
        canAsk,
        environment: () => ({
          date: new Date(),
          platform: `${platform()} ${release()}`,
          hasTree: settings['context.includeDirectoryTree'],
          sandbox: sandbox.note,
          plans: plans.outside ?? plans.directory,
        }),
      }),
      locks,
      agents,
      checkpoints: { store: checkpoints, isEnabled: () => settings['general.checkpointing.enabled'] },
      ...(telemetry && { subscribers: [telemetry.subscriber] }),
    },
    { restored },
  );
  const hasHooks = defined.length > 0;
  noteStart(note, configuration, { model: chosen, approvalMode: startMode, extensions: active.length, hasHooks });
  return { session, agents, checkpoints, close: mcp.close };
}

async function checkedAdminPolicies(settings: Parameters<typeof adminPoliciesOf>[0], pathOf: (path: string) => string) {
  const { own, others } = adminPoliciesOf(settings);
  const policies = { own: own.map(pathOf), others: others.map(pathOf) };
  await checkAdminPolicies([...policies.own, ...policies.others]);
  return policies;
}

/** Records what the run works with, and how long its start took. */
function noteStart(
  note: NoteWindowFact,
  configuration: Configuration,
  { model, approvalMode, extensions, hasHooks }: Pick<ConfigFact, 'model' | 'approvalMode' | 'extensions' | 'hasHooks'>,
): void {
  const { 'output.format': outputFormat } = configuration.settings;
  note({ type: 'config', model, approvalMode, outputFormat, extensions, hasHooks });
  note({ type: 'startup', durationMs: Math.round(performance.now()) });
}

interface SourceParts extends Pick<HeadlessSessionOptions, 'configuration' | 'registry' | 'sandbox'> {
  readonly lists: ReturnType<typeof toolListsOf>;
  readonly mcp: HeadlessMcp;
  readonly canSwitchMode: boolean;
  readonly onProblems: (problems: Parameters<typeof sayProblems>[0]) => void;
}

function sourcesOf(parts: SourceParts) {
  const { configuration, lists, registry, mcp, sandbox, canSwitchMode, onProblems } = parts;
  return toolSources({
    canAsk: false,
    canSwitchMode,
    usesModel: () => !configuration.settings['tools.disableLLMCorrection'],
    lists: () => lists,
    skills: async () => {
      const { skills, problems } = await registry.find();
      onProblems(problems);
      return skills;
    },
    registry,
    mcp: mcp.source,
    discovered: () => createHeadlessDiscovery(configuration, sandbox.confineProgram, onProblems),
  });
}

/** There is no approval card here, and a program rarely reports a missing variable. */
function sayWithheld(say: (text: string) => void): (names: readonly string[]) => void {
  return names => {
    if (names.length === 0) return;
    say(
      `pollux: Commands don't get these variables, which look like secrets: ${names.join(', ')}. ` +
        '"security.environmentVariableRedaction.allowed" lets them through, except Gemini API keys.\n',
    );
  };
}
