import type { Configuration } from '../config/configuration';
import { codeOf as fileCodeOf } from '../node/files/fileErrors';
import { settingPath } from '../node/config/settingsFiles';
import { readPackage } from '../node/package';
import { tuneForShortProcess } from '../node/process/shortProcess';
import { RecentEvents } from '../shared/eventOutline';
import { isAuth, runAuth } from './commands/auth';
import { listCheckpoints, restoreCheckpoint } from './commands/checkpoints';
import { codeOf, EXIT } from './output/exitCodes';
import { EXPLAIN_HELP, explainPolicy } from './commands/explain';
import { isExtensions, listNames, runExtensions } from './extensions/runExtensions';
import { HELP, parseFlags, type Flags } from './flags';
import { loadKeptConfiguration } from './session/keptConfiguration';
import { endWith, listenForInterrupt } from './interrupt';
import { createLog } from './output/log';
import { runPrompt } from './runPrompt';
import { restoresHere } from './session/rulesHere';
import { deleteSession, listSessions } from './commands/sessions';
import { checkpointsFor, openSessions } from './session/stores';
import { createStreams } from './output/streams';
import { redact } from '../shared/redact';
import { isTelemetry, runTelemetry } from './commands/telemetryCommand';
import { refuseUnavailable, runSubcommand, subcommandIn, type SubcommandOptions } from './commands/subcommands';

const streams = createStreams(process.stdout, process.stderr);
const log = createLog(false, streams.err);
/** The events for a crash report. */
const recent = new RecentEvents();
let isBroken = false;

/** Runs the command; resolves to its exit code. */
async function main(args: readonly string[]): Promise<number> {
  const interrupt = listenForInterrupt();
  try {
    if (args[0] === 'policy' && args[1] === 'explain') return await runExplain(args.slice(2));
    if (isAuth(args))
      return await runAuth(args.slice(1), { streams, input: process.stdin, configuration: ownConfiguration });
    if (isAlone('doctor', args)) return await runDoctorCommand(args.slice(1));
    if (isAlone('report', args)) return await runReportCommand(args.slice(1));
    if (isTelemetry(args)) {
      await runTelemetry(args.slice(1), streams, ownConfiguration);
      return EXIT.done;
    }
    if (args[0] === 'mcp') return await runMcpCommand(args.slice(1));
    if (isAlone('changes', args)) return await runChangesCommand(args.slice(1));
    if (isExtensions(args)) return await runExtensions(args.slice(1), { streams, configuration: ownConfiguration });
    refuseUnavailable(args);
    const flags = parseFlags(args);
    if (flags.isRawOutput) streams.passRaw(!flags.acceptsRawOutput);
    const command = flags.wants === 'help' || flags.wants === 'version' ? undefined : subcommandOf(flags);
    if (command !== undefined) await runSubcommand(command, flags.words.slice(1), subcommandOptions(flags));
    else if (flags.wants === 'help') streams.out(HELP);
    else if (flags.wants === 'version') streams.out(`${(await readPackage(__dirname)).version}\n`);
    else if (flags.wants === 'listExtensions')
      streams.out(await listNames({ streams, configuration: () => loadKeptConfiguration(flags, streams.err) }));
    else if (flags.wants === 'listSessions')
      streams.out(await listSessions(openSessions(log), flags.outputFormat ?? 'text'));
    else if (flags.wants === 'deleteSession') {
      const forget = (id: string) => checkpointsFor(flags, streams.err).forget(id);
      streams.out(await deleteSession(openSessions(log), flags.deleteSession ?? '', forget));
    } else if (flags.wants === 'listCheckpoints') {
      streams.out(await listCheckpoints(checkpointsFor(flags, streams.err), flags.outputFormat ?? 'text'));
    } else if (flags.wants === 'restore') return await runRestore(flags);
    else return await runPrompt(flags, streams, interrupt, { recent, report: reportBug });
    return EXIT.done;
  } catch (error) {
    const code = codeOf(error);
    if (!(error instanceof Error) || code === undefined) throw error;
    streams.err(`pollux: ${error.message}\n`);
    return code;
  }
}

/** The first word decides, as in Gemini CLI; with -p, everything is a prompt. */
function subcommandOf({ words, prompt }: Flags): string | undefined {
  return prompt === words.join(' ') ? subcommandIn(words) : undefined;
}

function subcommandOptions(flags: Flags): SubcommandOptions {
  return {
    streams,
    format: flags.outputFormat ?? 'text',
    configuration: () => loadKeptConfiguration(flags, streams.err),
  };
}

/** The configuration that a run in this folder would use, including `.env` files. */
function ownConfiguration(): Promise<Configuration> {
  return loadKeptConfiguration(parseFlags([]), streams.err);
}

async function runMcpCommand(args: readonly string[]): Promise<number> {
  const { runMcp } = await import('./mcp/mcpCommand');
  const configuration = (isTrusted: boolean) =>
    loadKeptConfiguration(parseFlags(isTrusted ? ['--trust'] : []), streams.err);
  return runMcp(args, { streams, configuration });
}

async function runDoctorCommand(args: readonly string[]): Promise<number> {
  const { runDoctor } = await import('./commands/doctor');
  return runDoctor(args, { streams, version: (await readPackage(__dirname)).version, configuration: ownConfiguration });
}

async function runReportCommand(args: readonly string[]): Promise<number> {
  const { runReport } = await import('./commands/report');
  return runReport(args, { streams, version: (await readPackage(__dirname)).version, configuration: ownConfiguration });
}

async function runChangesCommand(args: readonly string[]): Promise<number> {
  const { runChanges } = await import('./commands/changes');
  return runChanges(args, streams, async () => restoresHere(await ownConfiguration(), [process.cwd()]));
}

/** Whether the arguments are this single-word command: followed by another word, it is the beginning of a prompt. */
function isAlone(command: string, [name, first]: readonly string[]): boolean {
  return name === command && (first === undefined || first.startsWith('-'));
}

async function runExplain(args: readonly string[]): Promise<number> {
  if (args[0] !== '--help' && args[0] !== '-h') return explainPolicy(args, streams, __dirname);
  streams.out(EXPLAIN_HELP);
  return EXIT.done;
}

async function runRestore(flags: Flags): Promise<number> {
  const isDone = await restoreCheckpoint({
    checkpoints: checkpointsFor(flags, streams.err),
    store: openSessions(log).store,
    restores: async () => {
      const added = flags.includeDirectories.map(path => settingPath(path, process.cwd()));
      return restoresHere(await loadKeptConfiguration(flags, streams.err), [process.cwd(), ...added]);
    },
    which: flags.restore ?? '',
    wish: flags.restoreWish,
    isForced: flags.isForced,
    err: streams.err,
  });
  return isDone ? EXIT.done : EXIT.failed;
}

/** Handles uncaught errors. What the run still does meanwhile is not to be taken for an answer, nor its end for success. */
async function crash(error: unknown): Promise<void> {
  // The reader of the output has closed it, which is not an error.
  if (fileCodeOf(error) === 'EPIPE') process.exit(EXIT.done);
  if (isBroken) return;
  isBroken = true;
  streams.endOutput();
  streams.err(`pollux: ${redact(error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`);
  await reportBug(error);
  endWith(EXIT.failed);
}

/** Writes a report that may help to find a bug, and prints its path. */
async function reportBug(error: unknown): Promise<void> {
  try {
    const { writeHeadlessReport } = await import('./commands/report');
    const { version } = await readPackage(__dirname);
    const configuration = () => loadKeptConfiguration(parseFlags([]), () => undefined);
    const path = await writeHeadlessReport({ error, version, configuration, events: recent.all });
    streams.err(`pollux: This is a bug. A report without texts and keys is in ${path}.\n`);
  } catch (failure) {
    streams.err(`pollux: This is a bug. A report couldn't be written: ${String(failure)}\n`);
  }
}

tuneForShortProcess();
process.once('uncaughtException', error => void crash(error));
main(process.argv.slice(2)).then(code => {
  if (!isBroken) endWith(code);
}, crash);
