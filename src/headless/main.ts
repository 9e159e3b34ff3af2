import { homedir } from 'node:os';
import type { Log } from '../agent/ports/log';
import type { ModelFailureKind } from '../agent/ports/model';
import type { Session } from '../agent/session';
import type { RunOutcome } from '../agent/run/loop';
import type { Repetition } from '../agent/run/loopDetection';
import { overrunText, stoppedText } from '../agent/run/notices';
import type { Configuration } from '../config/configuration';
import { readEnvironment } from '../config/environment';
import { commandEnvironmentOf } from '../config/geminiSettings';
import { SandboxError, unkeptGuard } from '../config/guards';
import { settingsOfVariables } from '../config/settings';
import { ConfigurationError } from '../config/trustedFolders';
import type { CommandResult } from '../context/commands/command';
import { EnforcedSignInError, findAccess, type AccessSources } from '../gemini/findAccess';
import { resolveConversation } from '../gemini/modelConfigs';
import { withoutAsking } from '../gemini/routing';
import { createDiskProcesses } from '../node/process/backgroundProcesses';
import type { CheckpointShelf } from '../node/checkpoints/checkpointStore';
import { createDiskWorkspace } from '../node/files/diskWorkspace';
import { keptIn } from '../node/storagePath';
import { readPackage } from '../node/package';
import { recordingStore } from '../node/sessions/recordingStore';
import { createFileLocks, lockFolders } from '../node/files/fileLocks';
import { createSessionFiles } from '../node/sessions/sessionFiles';
import { settingPath } from '../node/config/settingsFiles';
import { readPipedInput } from '../node/process/standardInput';
import { SignInError } from '../shared/errors';
import type { ApprovalMode } from '../shared/protocol';
import { redact } from '../shared/redact';
import { createAccessSources } from './access';
import { isAuth, runAuth } from './auth';
import { EXPLAIN_HELP, explainPolicy } from './explain';
import { InputError } from './commandLine';
import { HELP, parseFlags, type Flags } from './flags';
import { loadConfiguration, modelOf, modeOf } from './headlessConfiguration';
import { listCheckpoints, openCheckpoints, restoreCheckpoint } from './checkpoints';
import { deleteSession, listSessions, recordingsOf, resumeSession, type SessionShelf } from './sessions';
import { createHeadlessSession } from './headlessSession';
import { deleteOldSessions } from './retention';
import { refuseUnavailable, runSubcommand, subcommandIn, type SubcommandOptions } from './subcommands';
import { createOutput, sayRemembered, type RunError } from './output';
import { createStreams } from './streams';
import { commandIn } from './slash/commandIn';

/** Exit codes that scripts rely on. */
const EXIT = {
  done: 0,
  failed: 1,
  auth: 41,
  input: 42,
  sandbox: 44,
  configuration: 52,
  turnLimit: 53,
  interrupted: 130,
} as const;

const streams = createStreams(process.stdout, process.stderr);

/** Runs the command; resolves with its exit code. */
async function main(args: readonly string[]): Promise<number> {
  const interrupt = listenForInterrupt();
  try {
    if (args[0] === 'policy' && args[1] === 'explain') return await runExplain(args.slice(2));
    if (isAuth(args))
      return await runAuth(args.slice(1), { streams, input: process.stdin, configuration: ownConfiguration });
    refuseUnavailable(args);
    const flags = parseFlags(args);
    if (flags.isRawOutput) streams.passRaw(!flags.acceptsRawOutput);
    const command = flags.wants === 'help' || flags.wants === 'version' ? undefined : subcommandOf(flags);
    if (command !== undefined) await runSubcommand(command, flags.words.slice(1), subcommandOptions(flags));
    else if (flags.wants === 'help') streams.out(HELP);
    else if (flags.wants === 'version') streams.out(`${(await readPackage(__dirname)).version}\n`);
    else if (flags.wants === 'listSessions') streams.out(await listSessions(openShelf(), flags.outputFormat ?? 'text'));
    else if (flags.wants === 'deleteSession') {
      const forget = (id: string) => checkpointsFor(flags).forget(id);
      streams.out(await deleteSession(openShelf(), flags.deleteSession ?? '', forget));
    } else if (flags.wants === 'listCheckpoints') {
      streams.out(await listCheckpoints(checkpointsFor(flags), flags.outputFormat ?? 'text'));
    } else if (flags.wants === 'restore') return await runRestore(flags);
    else return await runPrompt(flags, interrupt);
    return EXIT.done;
  } catch (error) {
    const code = codeOf(error);
    if (!(error instanceof Error) || code === undefined) throw error;
    streams.err(`pollux: ${error.message}\n`);
    return code;
  }
}

/** The first word decides, as in Gemini CLI; behind -p there are only prompts. */
function subcommandOf({ words, prompt, wants }: Flags): string | undefined {
  if (wants === 'listExtensions') return 'extensions';
  return prompt === words.join(' ') ? subcommandIn(words) : undefined;
}

function subcommandOptions(flags: Flags): SubcommandOptions {
  return { streams, format: flags.outputFormat ?? 'text', configuration: () => loadConfiguration(flags, streams.err) };
}

/** Undefined: nobody foresaw this. */
function codeOf(error: unknown): number | undefined {
  if (error instanceof InputError) return EXIT.input;
  if (error instanceof SandboxError) return EXIT.sandbox;
  if (error instanceof ConfigurationError) return EXIT.configuration;
  return error instanceof SignInError ? codeOfSignIn(error) : undefined;
}

function codeOfSignIn(error: SignInError): number {
  return error instanceof EnforcedSignInError ? EXIT.configuration : EXIT.auth;
}

/** As a run in this folder would find it, `.env` files included. */
function ownConfiguration(): Promise<Configuration> {
  return loadConfiguration(parseFlags([]), streams.err);
}

async function runExplain(args: readonly string[]): Promise<number> {
  if (args[0] !== '--help' && args[0] !== '-h') return explainPolicy(args, streams, __dirname);
  streams.out(EXPLAIN_HELP);
  return EXIT.done;
}

function openShelf(log: Log = createLog(false)): SessionShelf {
  const { home = homedir() } = readEnvironment(process.env);
  const folder = process.cwd();
  return { store: createSessionFiles(keptIn(home, 'sessions', folder), log), recordings: recordingsOf(home, folder) };
}

/** To list and restore them: what is beyond the folder and those of the flag is not written to. */
function checkpointsFor(flags: Flags): CheckpointShelf {
  const { home = homedir() } = readEnvironment(process.env);
  const added = flags.includeDirectories.map(path => settingPath(path, process.cwd()));
  const workspace = createDiskWorkspace({ folders: [process.cwd(), ...added] });
  const locks = createFileLocks({ folders: lockFolders(home) });
  return openCheckpoints(home, workspace, locks, createLog(flags.isDebug), streams.err);
}

async function runRestore(flags: Flags): Promise<number> {
  const isDone = await restoreCheckpoint({
    checkpoints: checkpointsFor(flags),
    store: openShelf().store,
    which: flags.restore ?? '',
    wish: flags.restoreWish,
    isForced: flags.isForced,
    err: streams.err,
  });
  return isDone ? EXIT.done : EXIT.failed;
}

interface Interrupt {
  readonly isAsked: () => boolean;
  /** From now on the signal is for `stop`, and the exit code for whoever calls this. */
  readonly leaveTo: (stop: () => void) => void;
}

/** Until somebody else takes care of it, a signal ends the process at once, with the code that scripts rely on. */
function listenForInterrupt(): Interrupt {
  let isAsked = false;
  let stop = (): void => endWith(EXIT.interrupted);
  const take = () => {
    isAsked = true;
    stop();
  };
  process.once('SIGINT', take);
  process.once('SIGTERM', take);
  return { isAsked: () => isAsked, leaveTo: next => (stop = next) };
}

async function runPrompt(flags: Flags, interrupt: Interrupt): Promise<number> {
  const prompt = [flags.prompt, await readPipedInput()].filter(each => each.trim() !== '').join('\n\n');
  if (prompt === '') throw new InputError('There is no prompt. Give one with -p, or pipe it to standard input.');
  const typed = await commandIn(prompt);
  const result = await typed?.command.run(typed.args);
  if (result?.kind === 'notice' || result?.kind === 'done') return sayNotice(result);
  // What is printed from here on says that the run was interrupted.
  interrupt.leaveTo(() => undefined);
  const configuration = await loadConfiguration(flags, streams.err);
  const { settings } = configuration;
  const guard = unkeptGuard(settings, process.env, flags.isSandboxed);
  if (guard) throw guard.kind === 'sandbox' ? new SandboxError(guard.message) : new ConfigurationError(guard.message);
  const output = createOutput(settings['output.format'], streams, Date.now);
  const chosen = modelOf(configuration);
  const processes = createDiskProcesses(() => commandEnvironmentOf(configuration));
  const log = createLog(flags.isDebug);
  const { recordings, store: files } = openShelf(log);
  const store = recordingStore(files, {
    home: configuration.environment.home ?? homedir(),
    folder: () => process.cwd(),
    isOn: () => settingsOfVariables(process.env).settings['sessions.geminiCliFormat'],
    newRecords: async () => new (await import('../sessions/recordForGemini')).GeminiRecords(),
    log,
  });
  const shelf = { store, recordings };
  const earlier = flags.resume === undefined ? undefined : await resumeSession(shelf, flags.resume, streams.err);
  const sources = createAccessSources(configuration, streams.err);
  const { session, checkpoints } = await createHeadlessSession({
    sources,
    flags,
    configuration,
    chosen,
    processes,
    log,
    err: streams.err,
    ...(earlier && { restored: earlier }),
  });
  const { sessionId } = session.state;
  output.begin(sessionId, startModel(configuration, chosen, modeOf(flags, configuration)));
  const leave = async (error: RunError | undefined) => {
    await Promise.all([processes.dispose(), store.release(sessionId), checkpoints.settled()]);
    output.end(error);
    return error?.code ?? EXIT.done;
  };
  const missing = await missingAccess(sources);
  // Nothing was sent, so that there is nothing to keep or to count.
  if (missing) return leave({ type: 'auth', message: missing.text, code: missing.code });
  session.subscribe(event => store.append(sessionId, [event]));
  session.recover();
  session.subscribe(event => output.take(event));
  session.subscribe(event => sayRemembered(event, streams.err));
  const parts = result?.kind === 'prompt' ? result.parts : [{ type: 'text', text: prompt } as const];
  const run = result?.kind === 'compress' ? session.compress() : session.submit(parts);
  // The signal may have come while the run was being prepared: nobody would hear of it again.
  interrupt.leaveTo(() => session.stop());
  if (interrupt.isAsked()) session.stop();
  const outcome = await run;
  await session.end('exit');
  const code = await leave(errorOf(outcome, session, settings['model.maxSessionTurns']));
  // The answer is out by now, so nobody waits for it.
  await deleteOldSessions({ configuration, store, checkpoints, current: sessionId, log });
  return code;
}

/** What a command says is the answer; no model is asked. */
function sayNotice(result: CommandResult): number {
  if (result.kind === 'notice') (result.level === 'error' ? streams.err : streams.out)(`${result.text}\n`);
  return result.kind === 'notice' && result.level === 'error' ? EXIT.failed : EXIT.done;
}

/** Why there is no way to the models; undefined: there is one. */
async function missingAccess(sources: AccessSources): Promise<{ text: string; code: number } | undefined> {
  try {
    await findAccess(sources);
    return undefined;
  } catch (error) {
    if (!(error instanceof SignInError)) throw error;
    return { text: [error.message, error.detail].filter(Boolean).join(' '), code: codeOfSignIn(error) };
  }
}

/** The model that a run begins with, as far as it is known before the prompt was judged. */
function startModel({ modelConfigs }: Configuration, chosen: string, mode: ApprovalMode): string {
  return resolveConversation(modelConfigs, withoutAsking(chosen, mode)).model;
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
    case 'hook':
      // A hook may end a run, and then it has ended well; one that could not be started has not said so.
      if (!outcome.hook?.isBroken) return undefined;
      return { type: 'StoppedByHook', message: stoppedText(outcome.hook), code: EXIT.failed };
    case 'loop':
      return { type: 'LoopDetected', message: repetition ? loopText(repetition) : 'Stopped.', code: EXIT.failed };
    case 'failed': {
      const notice = session.state.messages.findLast(message => message.role === 'notice');
      const message = [failure?.message ?? notice?.text, failure?.detail ?? notice?.detail, failure?.link]
        .filter((text, i, all) => text !== undefined && all.indexOf(text) === i)
        .join(' ');
      return { type: failure?.kind ?? 'other', message, code: codeOfFailure(failure?.kind) };
    }
    default:
      return reason satisfies never;
  }
}

function loopText({ kind, times, evidence }: Repetition): string {
  switch (kind) {
    case 'steps':
      return `Stopped: two models say of the last steps, after ${times} turns: ${evidence}`;
    case 'text':
      return `Stopped: for the second time an answer said the same over and over: ${evidence}`;
    case 'calls': {
      const calls = evidence.split('\n').length;
      const what = calls === 1 ? 'the same call' : `the same ${calls} calls in turn`;
      return `Stopped: the model made ${what} ${times} times in a row, although it was told: ${evidence}`;
    }
    default:
      return kind satisfies never;
  }
}

function codeOfFailure(kind: ModelFailureKind | undefined): number {
  if (kind === 'auth') return EXIT.auth;
  return kind === 'unpriced' ? EXIT.turnLimit : EXIT.failed;
}

function createLog(isDebug: boolean): Log {
  const say = (level: string, message: string) => streams.err(`[${level}] ${redact(message)}\n`);
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
