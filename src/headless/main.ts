import { readFile } from 'node:fs/promises';
import { homedir, platform, release } from 'node:os';
import { join, resolve } from 'node:path';
import { randomUUID } from 'node:crypto';
import type { Log } from '../agent/ports';
import { Session } from '../agent/session';
import type { RunOutcome } from '../agent/loop';
import { overrunText } from '../agent/notices';
import { readEnvironment, type EnvironmentSettings } from '../config/environment';
import { budgetsOf, readSettings, SETTING_ROWS } from '../config/settings';
import { ConfigurationError, isTrustedFolder } from '../config/trustedFolders';
import { createApiKeyGenerator } from '../gemini/apiKeyGenerator';
import { DEFAULT_MODEL, inputLimitOf } from '../gemini/models';
import { withRetry } from '../gemini/retry';
import { resolveModel } from '../gemini/routing';
import { createUtilityModel } from '../gemini/utilityModel';
import { createDiskProcesses, type DiskProcesses } from '../node/backgroundProcesses';
import { createDiskFileWriter } from '../node/diskFileWriter';
import { createDiskTerminal } from '../node/diskTerminal';
import { createDiskWorkspace } from '../node/diskWorkspace';
import { readPackage } from '../node/package';
import { readPipedInput } from '../node/standardInput';
import { waitFor } from '../node/wait';
import { createWeb } from '../node/web/web';
import { builtinTools } from '../tools/index';
import { EXPLAIN_HELP, explainPolicy } from './explain';
import { createHeadlessPolicy } from './headlessPolicy';
import { HELP, InputError, parseFlags, type Flags } from './flags';
import { createOutput, type RunError, type Streams } from './output';

/** Exit codes that scripts rely on. */
const EXIT = { done: 0, failed: 1, auth: 41, input: 42, configuration: 52, turnLimit: 53, interrupted: 130 } as const;
const MAX_TURNS = 100;
const MAX_ATTEMPTS = 4;
const NO_BUDGETS = budgetsOf(readSettings(() => undefined));
const COMPRESSION = {
  threshold: SETTING_ROWS['compression.threshold'].default,
  tail: SETTING_ROWS['compression.tail'].default,
};

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
    else return await runPrompt(flags);
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

async function runPrompt(flags: Flags): Promise<number> {
  const prompt = [flags.prompt, await readPipedInput()].filter(each => each.trim() !== '').join('\n\n');
  if (prompt === '') throw new InputError('There is no prompt. Give one with -p, or pipe it to standard input.');
  const interrupt = new AbortController();
  process.once('SIGINT', () => interrupt.abort());
  process.once('SIGTERM', () => interrupt.abort());
  const output = createOutput(flags.outputFormat, streams, Date.now);
  const environment = readEnvironment(process.env);
  const model = resolveModel(flags.model ?? environment.model ?? DEFAULT_MODEL, flags.mode === 'plan');
  const processes = createDiskProcesses();
  const session = await createSession(flags, environment, model, processes);
  output.begin(session.state.sessionId, model);
  session.subscribe(event => output.take(event));
  interrupt.signal.addEventListener('abort', () => session.stop());
  const outcome = await session.submit([{ type: 'text', text: prompt }]);
  await processes.dispose();
  const error = errorOf(outcome, session);
  output.end(error);
  return error?.code ?? EXIT.done;
}

async function createSession(
  flags: Flags,
  environment: EnvironmentSettings,
  model: string,
  processes: DiskProcesses,
): Promise<Session> {
  const { version } = await readPackage(__dirname);
  const folders = [process.cwd(), ...flags.includeDirectories.map(folder => resolve(folder))];
  const isTrusted = flags.isTrusted || environment.isTrusted || (await isInTrustedFolders(environment));
  if (!isTrusted && (flags.mode !== 'default' || flags.allowedTools.length > 0)) {
    streams.err('This folder is not trusted, so nothing is changed. Pass --trust to trust it for this run.\n');
  }
  const workspace = createDiskWorkspace({ folders, mayUseGit: () => isTrusted });
  const userAgent = `Pollux/${version} (${platform()}; headless)`;
  const direct = createApiKeyGenerator({
    apiKey: async () => environment.apiKey,
    baseUrl: () => environment.baseUrl,
    userAgent,
    newId: randomUUID,
  });
  const generator = withRetry(direct, { maxAttempts: MAX_ATTEMPTS, wait: waitFor, random: Math.random });
  let { mode } = flags;
  return new Session({
    generator,
    utilityModel: createUtilityModel({ generator, model: () => model, newId: randomUUID, now: Date.now }),
    tools: builtinTools,
    workspace,
    files: createDiskFileWriter(workspace),
    terminal: createDiskTerminal(),
    processes,
    web: createWeb({ allowedHosts: () => environment.webFetchHosts, userAgent, now: Date.now }),
    policy: createHeadlessPolicy({ flags, environment, mode: () => mode, isTrusted, workspace }),
    mode: () => mode,
    setMode: next => {
      mode = next;
    },
    canAsk: false,
    model: () => model,
    inputLimit: inputLimitOf,
    compression: () => COMPRESSION,
    budgets: () => NO_BUDGETS,
    maxTurns: MAX_TURNS,
    detectLoops: true,
    checksNextSpeaker: false,
    environment: () => ({ date: new Date(), platform: `${platform()} ${release()}` }),
    log: createLog(flags.isDebug),
    newId: randomUUID,
    now: Date.now,
  });
}

/** The trust that Gemini CLI has recorded; a file that can't be read as such is an error, not a yes. */
async function isInTrustedFolders({ home = homedir() }: EnvironmentSettings): Promise<boolean> {
  const file = join(home, '.gemini', 'trustedFolders.json');
  return isTrustedFolder(process.cwd(), await readFile(file, 'utf8').catch(() => null), file);
}

function errorOf(outcome: RunOutcome, session: Session): RunError | undefined {
  const { reason, last, repetition, failure = last?.failure } = outcome;
  switch (reason) {
    case 'done':
      return undefined;
    case 'cancelled':
      return { type: 'Interrupted', message: 'Interrupted.', code: EXIT.interrupted };
    case 'turnLimit':
      return { type: 'TurnLimit', message: `Stopped after ${MAX_TURNS} turns.`, code: EXIT.turnLimit };
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
