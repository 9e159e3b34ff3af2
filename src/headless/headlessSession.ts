import { homedir, platform, release, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import type { Agents } from '../agent/ports/agents';
import type { Log } from '../agent/ports/log';
import { LazyTracking } from '../agent/changes/lazyTracking';
import type { Session } from '../agent/session';
import { createSession } from '../agent/sessionFactory';
import { forbiddenModel } from '../config/allowedModels';
import type { Configuration } from '../config/configuration';
import {
  commandEnvironmentOf,
  ignoringOf,
  memoryNameOf,
  serverListsOf,
  toolListsOf,
} from '../config/settingsByPurpose';
import { namedProxyFor, readProxies } from '../config/proxies';
import { sessionSettingsOf } from '../config/sessionSettings';
import { moneyLimitOf, settingsOfVariables, variableOf } from '../config/settings';
import { ConfigurationError } from '../config/trustedFolders';
import { extensionMemory } from '../context/extensions/extensionMemory';
import type { LazySandbox } from '../sandbox/lazySandbox';
import type { SkillShelf } from '../context/skills';
import { createContentGenerator } from '../gemini/contentGenerator';
import { findAccess, type AccessSources } from '../gemini/findAccess';
import { ModelFallback, type FallbackOptions } from '../gemini/fallback';
import { DEFAULT_MODEL, fallbacksOf } from '../gemini/models';
import { resolveConversation } from '../gemini/modelConfigs';
import { unpriced, withPrices } from '../gemini/prices';
import { withRetry } from '../gemini/retry';
import { isAuto, ModelRouter } from '../gemini/routing';
import { createSessionModels } from '../gemini/sessionModels';
import type { DiskProcesses } from '../node/process/backgroundProcesses';
import type { CheckpointShelf } from '../node/checkpoints/checkpointStore';
import { createDayLedger, ledgerFolder } from '../node/sessions/dayLedger';
import { createDiskFileWriter } from '../node/files/diskFileWriter';
import { createFileLocks, lockFolders } from '../node/files/fileLocks';
import { createDiskTerminal } from '../node/process/diskTerminal';
import { createDiskWorkspace } from '../node/files/diskWorkspace';
import { createOutputFiles } from '../node/process/outputFiles';
import { readPackage } from '../node/package';
import { fetchThroughProxies } from '../node/web/proxy/fetchThroughProxies';
import { settingPath } from '../node/config/settingsFiles';
import { sayOnce } from '../node/once';
import { waitFor } from '../node/wait';
import { createWeb } from '../node/web/web';
import type { ChatState } from '../shared/chatState';
import { noticedHooks } from '../telemetry/hookFacts';
import type { Telemetry } from '../telemetry/telemetry';
import { toolSources } from '../tools/sources';
import type { Flags } from './flags';
import { modeOf, sayProblems } from './headlessConfiguration';
import { openCheckpoints } from './checkpoints';
import type { HeadlessEgress } from './headlessEgress';
import { createHeadlessDiscovery } from './headlessDiscovery';
import { headlessExtensionHooks, openHeadlessExtensions } from './headlessExtensions';
import { createHeadlessAgents } from './headlessAgents';
import { createHeadlessHooks } from './headlessHooks';
import type { HeadlessMcp } from './headlessMcp';
import { createRunServers } from './runServers';
import { createHeadlessMemory } from './headlessMemory';
import { checkAdminPolicies, createHeadlessPolicy } from './headlessPolicy';
import { workspaceFolders } from './workspaceFolders';

export interface HeadlessSessionOptions {
  /** Where to look for a way to the models. */
  readonly sources: AccessSources;
  readonly egress: HeadlessEgress;
  readonly flags: Flags;
  readonly configuration: Configuration;
  /** The skills that there are; folders of those that were opened may be read. */
  readonly shelf: SkillShelf;
  /** The name of a model, or an alias of one. */
  readonly chosen: string;
  readonly processes: DiskProcesses;
  readonly sandbox: LazySandbox;
  readonly log: Log;
  /** Absent: nothing of it is exported. */
  readonly telemetry?: Pick<Telemetry, 'subscriber' | 'note'>;
  /** Tells the person something that is not of the answer. */
  readonly err: (text: string) => void;
  /** The state of an earlier session, to go on from. */
  readonly restored?: ChatState;
  readonly onBug?: (error: unknown) => void;
  /** There is somebody who answers what the session asks; absent: nobody, and what would be asked is denied. */
  readonly canAsk?: boolean;
  /** The MCP servers, where they were needed before there is a session; it ends them. */
  readonly servers?: HeadlessMcp;
}

export interface HeadlessSession {
  readonly session: Session;
  readonly agents: Agents;
  readonly checkpoints: CheckpointShelf;
  /** Ends what runs beside the session; resolves when nothing of it is left. */
  readonly close: () => Promise<void>;
}

/** Puts the agent together, top to bottom: adapters, model, policy, session. Throws `ConfigurationError`. */
export async function createHeadlessSession({
  sources,
  egress,
  flags,
  configuration,
  shelf,
  chosen,
  processes,
  sandbox,
  log,
  telemetry,
  err,
  restored,
  onBug,
  canAsk = false,
  servers,
}: HeadlessSessionOptions): Promise<HeadlessSession> {
  const { version } = await readPackage(__dirname);
  const { settings, environment, isTrusted } = configuration;
  const pathOf = (path: string) => settingPath(path, process.cwd());
  const adminPolicies = settings.adminPolicyPaths.map(pathOf);
  await checkAdminPolicies(adminPolicies);
  const folders = await workspaceFolders(settings['context.includeDirectories'], flags.includeDirectories, err);
  if (!isTrusted && ((flags.mode ?? 'default') !== 'default' || flags.allowedTools.length > 0)) {
    err('This folder is not trusted, so nothing is changed. Pass --trust to trust it for this run.\n');
  }
  const outputFiles = createOutputFiles({ parent: join(tmpdir(), `pollux-${userInfo().username}`) });
  process.once('exit', () => outputFiles.dispose());
  const home = environment.home ?? homedir();
  const extensions = await openHeadlessExtensions(configuration, flags.extensions);
  const active = (await extensions?.active()) ?? [];
  const { hooks: broughtHooks, problems: wrongHooks } = await headlessExtensionHooks(extensions);
  sayProblems([...((await extensions?.find())?.problems ?? []), ...wrongHooks], flags, err);
  const workspace = createDiskWorkspace({
    folders,
    memoryFile: () => join(home, '.gemini', memoryNameOf(settings)),
    readableFolders: () => [...outputFiles.folders(), ...shelf.folders()],
    ignoring: () => ignoringOf(settings),
    mayUseGit: () => isTrusted,
  });
  const locks = createFileLocks({ folders: lockFolders(home) });
  const changes = new LazyTracking(async () => {
    const { openHeadlessChanges } = await import('./headlessChanges');
    return openHeadlessChanges({ home, workspace, locks, log });
  }, log);
  const checkpoints = openCheckpoints(home, workspace, locks, log, err, (...made) => changes.recorded(...made));
  const userAgent = `Pollux/${version} (${platform()}; headless)`;
  const proxies = readProxies(process.env);
  const proxyOf = (url: URL) => proxies && namedProxyFor(proxies, url);
  if (proxies) await fetchThroughProxies(proxyOf);
  const { settings: ours, problem } = settingsOfVariables(process.env);
  if (problem !== undefined) throw new ConfigurationError(problem);
  const moneyLimit = moneyLimitOf(ours);
  let isBilled = true;
  const direct = createContentGenerator({
    access: async () => {
      const { access } = await findAccess(sources);
      isBilled = access.via !== 'codeAssist';
      return access;
    },
    refuse: model =>
      forbiddenModel(model, settings) ??
      (isBilled ? unpriced(model, moneyLimit && variableOf(moneyLimit), Date.now()) : undefined),
    egress,
    userAgent,
    newId: randomUUID,
    wait: waitFor,
    proxyFor: proxyOf,
  });
  // Whoever names a model gets that one or none; nobody is there to be asked about another.
  const isPersistent =
    !isAuto(chosen) && resolveConversation(configuration.modelConfigs, chosen).model !== DEFAULT_MODEL;
  const retries = {
    maxAttempts: settings['general.maxAttempts'],
    wait: waitFor,
    random: Math.random,
    isPersistent,
  };
  const fallback = new ModelFallback({
    fallbacksOf,
    onFallback: goOnWith(isPersistent ? resolveConversation(configuration.modelConfigs, chosen).model : undefined, err),
    now: Date.now,
  });
  const priced = withPrices(direct, { now: Date.now, isBilled: () => isBilled });
  const generator = egress.guard(fallback.wrap(withRetry(priced, retries)), ours, () =>
    workspace.folders().map(({ path }) => path),
  );
  const startMode = modeOf(flags, configuration);
  let mode = startMode;
  const router = new ModelRouter({
    name: () => chosen,
    mode: () => (mode === 'plan' && !settings['general.plan.modelRouting'] ? 'default' : mode),
    settings: () => ours,
    availableFor: name => fallback.modelFor(name),
    onFailure: (strategy, error) => {
      log.error(`The model could not be chosen by ${strategy}`, error);
      telemetry?.note(session.state.sessionId, { type: 'routingFailed', strategy });
    },
  });
  const defined = [...configuration.hooks, ...broughtHooks];
  const openHooks = createHeadlessHooks({ configuration, hooks: defined, log, err });
  const lists = toolListsOf(settings, active);
  const mcp =
    servers ?? createRunServers({ configuration, version, flags, egress, extensions: active, folders, log, err });
  const agents = createHeadlessAgents({
    home,
    configuration,
    settings: ours,
    extensions: active,
    skills: shelf,
    onProblems: problems => sayProblems(problems, flags, err),
    err,
    log,
  });
  const session: Session = createSession(
    {
      ports: {
        models: createSessionModels({
          generator,
          router,
          modelConfigs: () => configuration.modelConfigs,
          availableFor: name => fallback.modelFor(name),
          newId: randomUUID,
          now: Date.now,
        }),
        toolSources: toolSources({
          canAsk: false,
          usesModel: () => !settings['tools.disableLLMCorrection'],
          lists: () => lists,
          skills: async () => {
            const { skills, problems } = await shelf.find();
            sayProblems(problems, flags, err);
            return skills;
          },
          shelf,
          mcp: mcp.source,
          discovered: () => createHeadlessDiscovery(configuration, problems => sayProblems(problems, flags, err)),
        }),
        workspace,
        files: createDiskFileWriter(workspace),
        terminal: createDiskTerminal({
          confine: sandbox.confine,
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
          plans: settings['general.plan.directory'],
          sandbox,
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
          // Who stops planning goes back to what the run was given, and to no more.
          mode = next === 'plan' ? next : startMode;
        },
        canAsk,
        environment: () => ({
          date: new Date(),
          platform: `${platform()} ${release()}`,
          hasTree: settings['context.includeDirectoryTree'],
          sandbox: sandbox.note,
          plans: settings['general.plan.directory'],
        }),
      }),
      locks,
      agents,
      checkpoints: { store: checkpoints, isEnabled: () => settings['general.checkpointing.enabled'] },
      ...(telemetry && { subscribers: [telemetry.subscriber] }),
    },
    { restored },
  );
  telemetry?.note(session.state.sessionId, {
    type: 'config',
    model: chosen,
    approvalMode: startMode,
    outputFormat: settings['output.format'],
    extensions: active.length,
    hasHooks: defined.length > 0,
  });
  telemetry?.note(session.state.sessionId, { type: 'startup', durationMs: Math.round(performance.now()) });
  return { session, agents, checkpoints, close: mcp.close };
}

/** `chosen` is the model that was named, if one was: another is no answer in its place. */
function goOnWith(chosen: string | undefined, err: (text: string) => void): FallbackOptions['onFallback'] {
  const setting = process.env[variableOf('fallback')];
  return async (from, to, failure, purpose) => {
    if (setting === 'never' || (from === chosen && setting !== 'automatic')) return 'stop';
    // Of a job the session tells.
    if (purpose === 'answer') err(`${failure.message} Going on with ${to} instead of ${from}.\n`);
    return 'switch';
  };
}

/** Nobody sees a card here, and a program that lacks a variable rarely says so. */
function sayWithheld(say: (text: string) => void): (names: readonly string[]) => void {
  return names => {
    if (names.length === 0) return;
    say(
      `pollux: Commands do not get these variables, which look like secrets: ${names.join(', ')}. ` +
        '"security.environmentVariableRedaction.allowed" lets them through, but for keys of Gemini.\n',
    );
  };
}
