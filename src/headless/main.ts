import { homedir, platform, release, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import type { Log } from '../agent/ports/log';
import type { SessionStore } from '../agent/ports/sessionStore';
import { Session, type SessionOptions } from '../agent/session';
import type { RunOutcome } from '../agent/loop';
import { overrunText } from '../agent/notices';
import type { Configuration } from '../config/configuration';
import { readEnvironment, type EnvironmentSettings } from '../config/environment';
import {
  charactersOf,
  commandEnvironmentOf,
  ignoringOf,
  skillSettingsOf,
  toolListsOf,
  turnsOf,
} from '../config/geminiSettings';
import { proxyFor, readProxies } from '../config/proxies';
import { budgetsOf, SETTING_ROWS, settingsOfVariables } from '../config/settings';
import { ConfigurationError } from '../config/trustedFolders';
import { SkillShelf } from '../context/skills';
import { createContentGenerator } from '../gemini/contentGenerator';
import { findAccess } from '../gemini/findAccess';
import { ModelFallback, type FallbackOptions } from '../gemini/fallback';
import { DEFAULT_MODEL, fallbacksOf, inputLimitOf } from '../gemini/models';
import { resolveConversation, resolveJob } from '../gemini/modelConfigs';
import { withPrices } from '../gemini/prices';
import { withRetry } from '../gemini/retry';
import { AUTO, ModelRouter, withoutAsking } from '../gemini/routing';
import { createUtilityModel } from '../gemini/utilityModel';
import { createDiskProcesses, type DiskProcesses } from '../node/backgroundProcesses';
import { ApplicationDefault } from '../node/credentials/applicationDefault';
import { GOOGLE_ENDPOINTS } from '../node/credentials/credentials';
import { readGeminiCliCredentials } from '../node/credentials/geminiCli';
import { GoogleAccount } from '../node/credentials/googleAccount';
import { createDayLedger, ledgerFolder } from '../node/dayLedger';
import { createDiskFileWriter } from '../node/diskFileWriter';
import { createDiskTerminal } from '../node/diskTerminal';
import { createDiskWorkspace } from '../node/diskWorkspace';
import { createOutputFiles } from '../node/outputFiles';
import { readPackage } from '../node/package';
import { fetchThroughProxies } from '../node/proxy/fetchThroughProxies';
import { settingPath } from '../node/settingsFiles';
import { createSessionFiles } from '../node/sessionFiles';
import { readPipedInput } from '../node/standardInput';
import { findSkills, listSkill, readSkill, skillPlaces } from '../node/skillFiles';
import { waitFor } from '../node/wait';
import { createWeb } from '../node/web/web';
import type { ChatState } from '../shared/chatState';
import type { ApprovalMode } from '../shared/protocol';
import { createTools } from '../tools/index';
import { EXPLAIN_HELP, explainPolicy } from './explain';
import { HELP, InputError, parseFlags, type Flags } from './flags';
import { loadConfiguration, modeOf, sayProblems } from './headlessConfiguration';
import { createHeadlessPolicy } from './headlessPolicy';
import { deleteSession, listSessions, resumeSession, sessionsFolder } from './sessions';
import { createOutput, type RunError, type Streams } from './output';

/** Exit codes that scripts rely on. */
const EXIT = { done: 0, failed: 1, auth: 41, input: 42, configuration: 52, turnLimit: 53, interrupted: 130 } as const;
const TAIL = SETTING_ROWS['compression.tail'].default;

const streams: Streams = {
  out: text => process.stdout.write(text),
  err: text => process.stderr.write(text),
};

/** Runs the command; resolves with its exit code. */
async function main(args: readonly string[]): Promise<number> {
  try {
    if (args[0] === 'policy' && args[1] === 'explain') return await runExplain(args.slice(2));
    const flags = parseFlags(args);
    if (flags.wants === 'help') streams.out(HELP);
    else if (flags.wants === 'version') streams.out(`${(await readPackage(__dirname)).version}\n`);
    else if (flags.wants === 'listSessions')
      streams.out(await listSessions(openSessions(), flags.outputFormat ?? 'text'));
    else if (flags.wants === 'deleteSession') {
      streams.out(await deleteSession(openSessions(), flags.deleteSession ?? ''));
    } else return await runPrompt(flags);
    return EXIT.done;
  } catch (error) {
    if (!(error instanceof InputError) && !(error instanceof ConfigurationError)) throw error;
    streams.err(`pollux: ${error.message}\n`);
    return error instanceof InputError ? EXIT.input : EXIT.configuration;
  }
}

async function runExplain(args: readonly string[]): Promise<number> {
  if (args[0] !== '--help' && args[0] !== '-h') return explainPolicy(args, streams, __dirname);
  streams.out(EXPLAIN_HELP);
  return EXIT.done;
}

function openSessions(log: Log = createLog(false)): SessionStore {
  const { home = homedir() } = readEnvironment(process.env);
  return createSessionFiles(sessionsFolder(home, process.cwd()), log);
}

async function runPrompt(flags: Flags): Promise<number> {
  const prompt = [flags.prompt, await readPipedInput()].filter(each => each.trim() !== '').join('\n\n');
  if (prompt === '') throw new InputError('There is no prompt. Give one with -p, or pipe it to standard input.');
  const interrupt = new AbortController();
  process.once('SIGINT', () => interrupt.abort());
  process.once('SIGTERM', () => interrupt.abort());
  const configuration = await loadConfiguration(flags, streams.err);
  const { settings } = configuration;
  const output = createOutput(settings['output.format'], streams, Date.now);
  const chosen = settings['model.name'] || DEFAULT_MODEL;
  const processes = createDiskProcesses(() => commandEnvironmentOf(settings));
  const store = openSessions(createLog(flags.isDebug));
  const earlier = flags.resume === undefined ? undefined : await resumeSession(store, flags.resume, streams.err);
  const session = await createSession(flags, configuration, chosen, processes, earlier);
  const { sessionId } = session.state;
  session.subscribe(event => store.append(sessionId, [event]));
  session.recover();
  const mode = modeOf(flags, configuration);
  output.begin(sessionId, startModel(configuration, chosen, mode));
  session.subscribe(event => output.take(event));
  interrupt.signal.addEventListener('abort', () => session.stop());
  const outcome = await session.submit([{ type: 'text', text: prompt }]);
  await Promise.all([processes.dispose(), store.release(sessionId)]);
  const error = errorOf(outcome, session, settings['model.maxSessionTurns']);
  output.end(error);
  return error?.code ?? EXIT.done;
}

/** The model that a run begins with, as far as it is known before the prompt was judged. */
function startModel({ modelConfigs }: Configuration, chosen: string, mode: ApprovalMode): string {
  return resolveConversation(modelConfigs, withoutAsking(chosen, mode)).model;
}

async function createSession(
  flags: Flags,
  configuration: Configuration,
  chosen: string,
  processes: DiskProcesses,
  restored?: ChatState,
): Promise<Session> {
  const { version } = await readPackage(__dirname);
  const { settings, environment, isTrusted } = configuration;
  const pathOf = (path: string) => settingPath(path, process.cwd());
  const folders = [process.cwd(), ...settings['context.includeDirectories'].map(pathOf)];
  if (!isTrusted && ((flags.mode ?? 'default') !== 'default' || flags.allowedTools.length > 0)) {
    streams.err('This folder is not trusted, so nothing is changed. Pass --trust to trust it for this run.\n');
  }
  const outputFiles = createOutputFiles({ parent: join(tmpdir(), `pollux-${userInfo().username}`) });
  process.once('exit', () => outputFiles.dispose());
  const home = environment.home ?? homedir();
  const shelf = new SkillShelf({
    find: () => findSkills(skillPlaces({ home, folders: isTrusted ? [process.cwd()] : [] })),
    reread: ({ place, file }) => readSkill(place, file),
    list: ({ place, file }) => listSkill(place, file),
    settings: () => skillSettingsOf(settings),
  });
  const workspace = createDiskWorkspace({
    folders,
    memoryFile: join(home, '.gemini', 'GEMINI.md'),
    readableFolders: () => [...outputFiles.folders(), ...shelf.folders()],
    ignoring: () => ignoringOf(settings),
    mayUseGit: () => isTrusted,
  });
  const userAgent = `Pollux/${version} (${platform()}; headless)`;
  const proxies = readProxies(process.env);
  const proxyOf = (url: URL) => proxies && proxyFor(proxies, url);
  if (proxies) await fetchThroughProxies(proxyOf);
  const google = createGoogleAccount(environment);
  const applicationDefault = new ApplicationDefault();
  const sources = {
    environment,
    chosen: undefined,
    storedKey: noKey,
    google,
    applicationDefault,
    settings: { baseUrl: '', project: '', location: '' },
  };
  let isBilled = true;
  const direct = createContentGenerator({
    access: async () => {
      const { access } = await findAccess(sources);
      isBilled = access.via !== 'codeAssist';
      return access;
    },
    userAgent,
    newId: randomUUID,
    wait: waitFor,
  });
  // Whoever names a model gets that one or none; nobody is there to be asked about another.
  const isPersistent =
    chosen !== AUTO && resolveConversation(configuration.modelConfigs, chosen).model !== DEFAULT_MODEL;
  const retries = {
    maxAttempts: settings['general.maxAttempts'],
    wait: waitFor,
    random: Math.random,
    isPersistent,
  };
  const fallback = new ModelFallback({ fallbacksOf, onFallback: goOnWith(isPersistent), now: Date.now });
  const generator = fallback.wrap(withRetry(withPrices(direct, { now: Date.now, isBilled: () => isBilled }), retries));
  let mode = modeOf(flags, configuration);
  const log = createLog(flags.isDebug);
  const { settings: ours, problem } = settingsOfVariables(process.env);
  if (problem !== undefined) throw new ConfigurationError(problem);
  const router = new ModelRouter({
    name: () => chosen,
    mode: () => mode,
    settings: () => ours,
    availableFor: name => fallback.modelFor(name),
    onFailure: (strategy, error) => log.error(`The model could not be chosen by ${strategy}`, error),
  });
  const resolved = () => resolveConversation(configuration.modelConfigs, router.model());
  const options: SessionOptions = {
    generator,
    utilityModel: createUtilityModel({
      generator,
      settings: job => resolveJob(configuration.modelConfigs, job, resolved().model),
      newId: randomUUID,
      now: Date.now,
    }),
    tools: async () => {
      const { skills, problems } = await shelf.find();
      sayProblems(problems, flags, streams.err);
      return createTools({
        usesModel: () => !settings['tools.disableLLMCorrection'],
        skills,
        shelf,
        lists: toolListsOf(settings),
      });
    },
    workspace,
    files: createDiskFileWriter(workspace),
    terminal: createDiskTerminal({
      ...commandEnvironmentOf(settings),
      inactivityMs: settings['tools.shell.inactivityTimeout'] * 1000,
    }),
    processes,
    outputFiles,
    web: createWeb({ allowedHosts: () => environment.webFetchHosts, userAgent, proxyFor: proxyOf, now: Date.now }),
    policy: createHeadlessPolicy({
      tools: toolListsOf(settings),
      policies: settings.policyPaths.map(pathOf),
      environment,
      mode: () => mode,
      isTrusted,
      workspace,
    }),
    outputLimit: () => charactersOf(settings['tools.truncateToolOutputThreshold']),
    mode: () => mode,
    setMode: next => {
      mode = next;
    },
    canAsk: false,
    model: () => fallback.modelFor(resolved().model),
    generation: () => resolved().generation,
    route: (question, signal) => router.route(question, signal),
    maxTurns: turnsOf(settings['model.maxSessionTurns']),
    inputLimit: inputLimitOf,
    compression: () => ({ threshold: settings['model.compressionThreshold'], tail: TAIL, review: false }),
    budgets: () => budgetsOf(ours),
    ledger: createDayLedger(ledgerFolder(home), () => new Date(), log),
    detectLoops: !settings['model.disableLoopDetection'],
    checksNextSpeaker: !settings['model.skipNextSpeakerCheck'],
    environment: () => ({ date: new Date(), platform: `${platform()} ${release()}` }),
    log,
    newId: randomUUID,
    now: Date.now,
  };
  return new Session(options, restored);
}

/** The account of Gemini CLI; what is refreshed is not written anywhere. */
function createGoogleAccount(environment: EnvironmentSettings): GoogleAccount {
  const { home = homedir(), oauthClientId: id, oauthClientSecret: secret } = environment;
  return new GoogleAccount({
    read: () => readGeminiCliCredentials(home),
    client: () => (id === undefined ? undefined : { id, ...(secret !== undefined && { secret }) }),
    endpoints: GOOGLE_ENDPOINTS,
    now: Date.now,
  });
}

/** Keys come from the environment alone. */
async function noKey(): Promise<undefined> {
  return undefined;
}

function goOnWith(isChosen: boolean): FallbackOptions['onFallback'] {
  return async (from, to, failure) => {
    if (isChosen) return 'stop';
    streams.err(`${failure.message} Going on with ${to} instead of ${from}.\n`);
    return 'switch';
  };
}

function errorOf(outcome: RunOutcome, session: Session, maxTurns: number): RunError | undefined {
  const { reason, last, repetition, failure = last?.failure } = outcome;
  switch (reason) {
    case 'done':
      return undefined;
    case 'cancelled':
      return { type: 'Interrupted', message: 'Interrupted.', code: EXIT.interrupted };
    case 'turnLimit':
      return { type: 'TurnLimit', message: `Stopped after ${maxTurns} turns.`, code: EXIT.turnLimit };
    case 'budget': {
      const message = outcome.overrun ? overrunText(outcome.overrun) : '';
      return { type: 'BudgetExceeded', message, code: EXIT.turnLimit };
    }
    case 'loop': {
      const message = `Stopped: the model repeated itself ${repetition?.times ?? 0} times: ${repetition?.evidence ?? ''}`;
      return { type: 'LoopDetected', message, code: EXIT.failed };
    }
    case 'failed': {
      const notice = session.state.messages.findLast(message => message.role === 'notice');
      const message = [failure?.message ?? notice?.text, failure?.detail ?? notice?.detail]
        .filter((text, i, all) => text !== undefined && all.indexOf(text) === i)
        .join(' ');
      const code = failure?.kind === 'auth' ? EXIT.auth : EXIT.failed;
      return { type: failure?.kind ?? 'other', message, code };
    }
    default:
      return reason satisfies never;
  }
}

function createLog(isDebug: boolean): Log {
  const say = (level: string, message: string) => streams.err(`[${level}] ${message}\n`);
  return {
    info: message => isDebug && say('info', message),
    warn: message => isDebug && say('warning', message),
    error: (message, error) =>
      say(
        'error',
        error instanceof Error && isDebug
          ? `${message}: ${error.stack ?? error.message}`
          : `${message}: ${String(error)}`,
      ),
  };
}

main(process.argv.slice(2)).then(
  code => endWith(code),
  (error: unknown) => {
    streams.err(`pollux: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    endWith(EXIT.failed);
  },
);

/** Connections that are kept open would hold the process; what was printed still has to get out. */
function endWith(code: number): void {
  process.stdout.write('', () => process.exit(code));
}
