import { homedir } from 'node:os';
import type { Prompt } from '../agent/ports/promptTools';
import { SandboxError, sandboxVariables, unkeptGuard } from '../config/guards';
import { isContained } from '../node/sandbox/contained';
import { commandEnvironmentOf } from '../config/settingsByPurpose';
import { settingsOfVariables } from '../config/settingVariables';
import { ConfigurationError } from '../config/trustedFolders';
import type { Configuration } from '../config/configuration';
import { BUILTIN_COMMANDS } from '../context/commands/builtinTable';
import type { CommandResult, RunnableCommand } from '../context/commands/command';
import { findAccess, type AccessSources } from '../gemini/findAccess';
import { resolveConversation } from '../gemini/modelConfigs';
import { withoutAsking } from '../gemini/routing';
import { createDiskProcesses } from '../node/process/backgroundProcesses';
import { readPackage } from '../node/package';
import { readPipedInput } from '../node/process/standardInput';
import { optionalStore } from '../node/sessions/optionalStore';
import { recordingStore } from '../node/sessions/recordingStore';
import { SignInError } from '../shared/errors';
import type { RecentEvents } from '../shared/eventOutline';
import type { ApprovalMode } from '../shared/protocol';
import { createAccessSources } from './session/access';
import { InputError } from './commandLine';
import { codeOfSignIn, EXIT } from './output/exitCodes';
import type { Flags } from './flags';
import { loadConfiguration, modelOf, modeOf } from './session/headlessConfiguration';
import { endOnFullDisk } from './fullDisk';
import { createHeadlessControls } from './session/headlessControls';
import { createHeadlessEgress } from './session/headlessEgress';
import { openHeadlessExtensions } from './session/headlessExtensions';
import { createHeadlessSkills } from './session/headlessSkills';
import { createHeadlessSession } from './session/headlessSession';
import type { HeadlessMcp } from './session/headlessMcp';
import { checkSandbox, createHeadlessSandbox } from './session/headlessSandbox';
import { createHeadlessTelemetry } from './session/headlessTelemetry';
import type { Interrupt } from './interrupt';
import { createLog } from './output/log';
import { createOutput, sayRemembered, type RunError } from './output/output';
import type { Streams } from './output/streams';
import { deleteOldSessions } from './retention';
import { runElsewhere } from './runElsewhere';
import { errorOf } from './output/runError';
import { createRunServers, promptsOf, resourcesOf } from './session/runServers';
import { resumeSession } from './commands/sessions';
import { commandIn } from './slash/commandIn';
import { headlessMemoryPorts } from './slash/memory';
import { promptMentions, withHeadlessMentions } from './slash/mentions';
import { openSessions } from './session/stores';
import { workspaceFolders } from './session/workspaceFolders';

/** For bug reports. */
interface BugReports {
  /** The latest events. */
  readonly recent: RecentEvents;
  report(error: unknown): Promise<void>;
}

/** Runs the prompt from the flags and standard input; reports bugs to `bugs`. Resolves to the exit code. */
export async function runPrompt(
  flags: Flags,
  streams: Streams,
  interrupt: Interrupt,
  bugs: BugReports,
): Promise<number> {
  const piped = await readPipedInput(() => streams.err('Waiting for standard input to end.\n'));
  const prompt = joined(piped, flags.prompt);
  if (prompt === '') throw new InputError('There is no prompt. Give one with -p, or pipe it to standard input.');
  const configuration = await loadConfiguration(flags, streams.err);
  const { isSandboxed, includeDirectories: include } = flags;
  const elsewhere = await runElsewhere({ configuration, isSandboxed, piped, include, streams });
  if (elsewhere !== undefined) return elsewhere;
  const log = createLog(flags.isDebug, streams.err);
  const egress = createHeadlessEgress(configuration);
  const sources = createAccessSources(configuration, egress, streams.err);
  await createHeadlessControls({ configuration, sources, egress, err: streams.err, log }).check();
  const extensions = async () =>
    (await (await openHeadlessExtensions(configuration, flags.extensions))?.active()) ?? [];
  const skills = createHeadlessSkills(configuration, extensions);
  const isCommand = flags.prompt.startsWith('/');
  const { version } = await readPackage(__dirname);
  const sandbox = createHeadlessSandbox({
    configuration,
    isSandboxed: flags.isSandboxed,
    include: [...configuration.settings['context.includeDirectories'], ...flags.includeDirectories],
    err: streams.err,
  });
  const servers = createRunServers({
    ...{ configuration, version, flags, egress, log, err: streams.err, confine: sandbox.confineProgram },
    extensions: await extensions(),
    folders: await workspaceFolders(
      configuration.settings['context.includeDirectories'],
      flags.includeDirectories,
      () => undefined, // reported when the session is created
    ),
  });
  const checkGuards = async () => {
    refuseUnkept(configuration, flags);
    await checkSandbox(sandbox, configuration, flags.isSandboxed);
  };
  const memory = () =>
    headlessMemoryPorts({
      configuration,
      extensions,
      flags,
      log,
      err: streams.err,
    });
  const typed = await commandIn(isCommand ? flags.prompt : prompt, {
    configuration,
    extensions,
    memory,
    registry: skills,
    statistics: async kind => (await import('./slash/stats')).headlessStatistics(kind, openSessions(log), flags.resume),
    prompts: async (taken, name) => {
      await checkGuards();
      return promptsOf(servers, taken, name);
    },
    mentions: () => mentions(),
    err: streams.err,
  }).catch(endingWith(servers));
  const result = typed && (await runCommand(typed).catch(endingWith(servers)));
  if (result?.kind === 'notice' || result?.kind === 'done') return sayNotice(result, streams);
  // From here on, the output itself reports an interruption.
  interrupt.leaveTo(() => undefined);
  await checkGuards();
  const output = createOutput(configuration.settings['output.format'], streams, Date.now, flags.isRawOutput);
  const chosen = modelOf(configuration);
  const processes = createDiskProcesses(
    () => ({ ...commandEnvironmentOf(configuration), folders: [process.cwd()] }),
    sandbox.confine,
  );
  const telemetry = createHeadlessTelemetry({ configuration, egress, log, err: streams.err });
  const { recordings, store: files } = openSessions(log);
  // Read once: both are asked with every piece of an answer.
  const { settings: ours } = settingsOfVariables(process.env);
  const recorded = recordingStore(files, {
    home: configuration.environment.home ?? homedir(),
    folder: () => process.cwd(),
    isOn: () => ours['sessions.geminiCliFormat'],
    newRecords: async () => new (await import('../sessions/recordForGemini')).GeminiRecords(),
    log,
  });
  const store = optionalStore(recorded, () => ours['sessions.record']);
  const registry = { store, recordings };
  const earlier = flags.resume === undefined ? undefined : await resumeSession(registry, flags.resume, streams.err);
  const bug: { error?: unknown } = {};
  const { session, agents, checkpoints, close } = await createHeadlessSession({
    sources,
    egress,
    flags,
    configuration,
    registry: skills,
    chosen,
    processes,
    sandbox,
    log,
    telemetry,
    err: streams.err,
    onBug: error => (bug.error = error),
    servers,
    ...(earlier && { restored: earlier }),
  });
  const mentions = () => promptMentions(agents, resourcesOf(servers));
  const { sessionId } = session.state;
  if (typed) telemetry.note(sessionId, { type: 'slashCommand', ...namesOf(typed.command), isDone: true });
  output.begin(sessionId, startModel(configuration, chosen, modeOf(flags, configuration)));
  const leave = async (error: RunError | undefined) => {
    await Promise.all([processes.dispose(), close(), store.release(sessionId), checkpoints.settled()]);
    output.end(error);
    await telemetry.close();
    return error?.code ?? EXIT.done;
  };
  const missing = await missingAccess(sources);
  // Nothing was sent, so there is nothing to store or to count.
  if (missing) return leave({ type: 'auth', message: missing.text, code: missing.code });
  session.subscribe(event => store.append(sessionId, [event]));
  session.subscribe(event => bugs.recent.take(event));
  session.recover();
  session.subscribe(event => output.take(event));
  const fullDisk = endOnFullDisk(session);
  session.subscribe(event => sayRemembered(event, streams.err));
  const said =
    result?.kind === 'prompt'
      ? below(isCommand ? piped : '', result.prompt)
      : withHeadlessMentions([{ type: 'text', text: prompt }], mentions());
  const run = result?.kind === 'compress' ? session.compress() : session.submit(said);
  // A signal that arrived during the preparation would otherwise be lost.
  interrupt.leaveTo(() => session.stop());
  if (interrupt.isAsked()) session.stop();
  const outcome = await run;
  if ('error' in bug) await bugs.report(bug.error);
  await session.end('exit');
  const code = await leave(
    fullDisk.error ?? errorOf(outcome, session, configuration.settings['model.maxSessionTurns']),
  );
  // The answer is already printed, so nobody waits for this.
  await deleteOldSessions({ configuration, store, checkpoints, current: sessionId, log });
  return code;
}

/** Throws if settings or flags require a protection that isn't available. */
function refuseUnkept(configuration: Configuration, { isSandboxed }: Flags): void {
  const guard = unkeptGuard(
    configuration.settings,
    sandboxVariables(process.env, configuration, isContained),
    isSandboxed,
  );
  if (guard) throw guard.kind === 'sandbox' ? new SandboxError(guard.message) : new ConfigurationError(guard.message);
}

/** Closes the servers, then rejects with the same error. */
function endingWith(servers: HeadlessMcp): (error: unknown) => Promise<never> {
  return async error => {
    await servers.close();
    throw error;
  };
}

/** Standard input comes first, as in Gemini CLI, so that the question is below its subject. */
function joined(...texts: readonly string[]): string {
  return texts.filter(each => each.trim() !== '').join('\n\n');
}

/** A command's prompt, below the piped input. */
function below(piped: string, prompt: Prompt): Prompt {
  if (piped.trim() === '') return prompt;
  const first = { type: 'text', text: piped } as const;
  return typeof prompt === 'function' ? async tools => [first, ...(await prompt(tools))] : [first, ...prompt];
}

/** `isOwn`: a command of Pollux itself; telemetry omits the names of custom ones. */
function namesOf({ name }: RunnableCommand) {
  return { name, isOwn: Object.hasOwn(BUILTIN_COMMANDS, name) };
}

/** A plain `Error` from a command is a message for the user. */
async function runCommand({
  command,
  args,
}: NonNullable<Awaited<ReturnType<typeof commandIn>>>): Promise<CommandResult> {
  try {
    return await command.run(args);
  } catch (error) {
    throw error instanceof Error && error.constructor === Error ? new InputError(error.message) : error;
  }
}

/** Prints a command's message as the answer; no model is asked. */
function sayNotice(result: CommandResult, streams: Streams): number {
  if (result.kind === 'notice') (result.level === 'error' ? streams.err : streams.out)(`${result.text}\n`);
  return result.kind === 'notice' && result.level === 'error' ? EXIT.failed : EXIT.done;
}

/** Why there is no access to the models; undefined if there is. */
async function missingAccess(sources: AccessSources): Promise<{ text: string; code: number } | undefined> {
  try {
    await findAccess(sources);
    return undefined;
  } catch (error) {
    if (!(error instanceof SignInError)) throw error;
    return { text: [error.message, error.detail].filter(Boolean).join(' '), code: codeOfSignIn(error) };
  }
}

/** The model at the start of a run, as far as it is known before the prompt has been rated. */
function startModel({ modelConfigs }: Configuration, chosen: string, mode: ApprovalMode): string {
  return resolveConversation(modelConfigs, withoutAsking(chosen, mode)).model;
}
