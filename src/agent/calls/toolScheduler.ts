import * as l10n from '@vscode/l10n';
import type { Decision, PolicyRequest } from '../../policy/decision';
import type { AwaitedInput, Emit } from '../../shared/events';
import type { CallLabel, ToolCall, ToolResult } from '../../shared/messages';
import { messageOf } from '../../shared/messageOf';
import type { Proposal, Verdict } from '../../shared/proposals';
import type { FoundCall, Question } from './call';
import { AwaitedInputs } from './awaitedInputs';
import { stoppedByHook } from './callHooks';
import { CallStates } from './callStates';
import { findCall, labelOf, toolNamed, type CallContext } from './findCall';
import { runCall, type CallSteps, type NotifyUser } from './runCall';
import type { EditsAhead } from './editsAhead';
import { limitOutput } from './limitOutput';
import { LiveOutput } from './liveOutput';
import { cancelled, failed, tooManyCalls, type CallOutcome } from './callOutcome';
import type { AroundChanges } from '../ports/checkpoints';
import type { Diagnostics } from '../ports/diagnostics';
import { notificationOf } from './notification';
import type { OutputFiles } from '../ports/outputFiles';
import type { WriteInput } from '../ports/terminal';
import type { Fire } from '../hooks/sessionHooks';
import type { HookReason } from '../ports/hooks';
import type { ChangeContext, Tool } from '../tool';
import { loadValidator, type ArgumentValidator } from './validateArgs';

export interface SchedulerContext extends Omit<ChangeContext, 'callId' | 'signal' | 'onOutput' | 'onInput'> {
  readonly tools: () => readonly Tool[];
  /** Absent where nothing checks files for problems. */
  readonly diagnostics?: Diagnostics;
  readonly outputFiles: OutputFiles;
  /** How many characters of a command's output the model gets. Absent: the default. */
  readonly outputLimit?: () => number;
  readonly decide: (request: PolicyRequest) => Promise<Decision>;
  /** Puts a proposal to the user; rejects when `signal` aborts. */
  readonly ask: (question: Question, signal: AbortSignal) => Promise<Verdict>;
  /** Absent: the model continues only after the user has decided. */
  readonly ahead?: EditsAhead;
  /** Absent: changes made by server tools and commands are not tracked. */
  readonly around?: AroundChanges;
  readonly emit: Emit;
  /** Returns what runs the hooks of an event; called for each call, so that without hooks a call takes no detour. */
  readonly hooks?: () => Fire | undefined;
  /** Set as soon as a hook wants the run to end: no further call begins. */
  readonly stopped?: () => HookReason | undefined;
  /** False: the user can't be asked, so calls that a hook wants asked about are denied. Absent: the user can. */
  readonly canAsk?: boolean;
  /** False: commands get no input, because a waiting command would not be seen. Absent: they do. */
  readonly takesInput?: boolean;
  readonly notify?: NotifyUser;
  readonly now: () => number;
  /** A tool failed because of a bug of Pollux, rather than with an error for the model. */
  readonly reportBug: (message: string, error: unknown) => void;
}

/** A call being processed. `found` is missing if its tool or its arguments are invalid; `ending` then says why. */
interface Job {
  readonly call: ToolCall;
  readonly label: CallLabel;
  readonly found?: FoundCall;
  readonly ending?: CallOutcome;
}

/** How many calls of one answer run; a model that makes more is lost, or trying to flood the user with questions. */
const MAX_CALLS = 25;

/** Takes the calls of an answer through their states. */
export class ToolScheduler {
  #validator: Promise<ArgumentValidator> | undefined;
  readonly #states: CallStates;
  /** The calls that have not started yet. */
  readonly #queued = new Set<Job>();
  /** The calls in progress, which can be cancelled individually. */
  readonly #running = new Map<string, AbortController>();
  readonly #inputs: AwaitedInputs;

  constructor(private readonly context: SchedulerContext) {
    this.#states = new CallStates(context.emit, context.now);
    this.#inputs = new AwaitedInputs(context.emit);
  }

  /**
   * Runs consecutive reads at the same time, and changes one after the other. Returns one result per call, in the order
   * of the calls; nothing that a tool does makes this reject. Calls beyond `MAX_CALLS` fail without being run.
   */
  async run(calls: readonly ToolCall[], signal: AbortSignal): Promise<ToolResult[]> {
    const context = await this.#calls();
    const jobs = calls.map((call, index) => this.#prepare(call, index, context));
    const results: ToolResult[] = [];
    for (let start = 0, end; start < jobs.length; start = end) {
      end = start + 1;
      while (isRead(jobs[start]) && isRead(jobs[end]) && !waits(jobs[end])) end++;
      results.push(...(await Promise.all(jobs.slice(start, end).map(job => this.#resultOf(job, signal)))));
    }
    await this.context.ahead?.linger(signal);
    return (await this.context.ahead?.withProblems(results, signal)) ?? results;
  }

  /** Cancels one call that is queued, running or waiting; the others continue. False if it is in another state. */
  cancel(callId: string): boolean {
    const queued = [...this.#queued].find(({ call }) => call.id === callId);
    if (queued) {
      this.#queued.delete(queued);
      this.#states.enter(queued.call, 'cancelled');
      return true;
    }
    const running = this.#running.get(callId);
    running?.abort();
    return running !== undefined;
  }

  /** Gives a line to a command that waits for input; null closes its input. False if the command is not waiting. */
  writeInput(callId: string, line: string | null): boolean {
    return this.#inputs.write(callId, line);
  }

  #prepare(call: ToolCall, index: number, context: CallContext): Job {
    const { name } = call;
    const known = labelOf({ tool: toolNamed(name, context.tools), title: name });
    this.#states.enter(call, 'validating', { name, ...known });
    try {
      if (index >= MAX_CALLS) throw tooManyCalls(MAX_CALLS);
      const found = findCall(name, call.args, context);
      const label = labelOf(found);
      this.#states.enter(call, 'scheduled', label);
      const job = { call, label, found };
      this.#queued.add(job);
      return job;
    } catch (error) {
      return { call, label: known, ending: failureOf(call, error, this.context.reportBug) };
    }
  }

  async #calls(): Promise<CallContext> {
    const validator = await (this.#validator ??= loadValidator());
    return { tools: this.context.tools(), folders: this.context.workspace.folders(), validator };
  }

  /** Resolves to a provisional result for an edit that waits for the user. */
  #resultOf(job: Job, signal: AbortSignal): Promise<ToolResult> {
    const working = this.#carryOut(job, signal);
    const { ahead } = this.context;
    const isEdit = job.found?.tool.kind === 'change' && job.found.tool.changes === 'edit';
    return ahead && isEdit ? ahead.follow(job.call, job.label, working) : working;
  }

  async #carryOut(job: Job, signal: AbortSignal): Promise<ToolResult> {
    const { call, label, found, ending } = job;
    if (found && !this.#queued.delete(job)) {
      // It was cancelled in the queue; that state has already been emitted.
      return { callId: call.id, name: call.name, ...label, ...cancelled(), durationMs: 0 };
    }
    const end = ending ?? (found ? await this.#attempt(call, found, signal) : cancelled());
    const { status, display, error } = end;
    this.#states.enter(call, status, { ...(display && { display }), ...(error !== undefined && { error }) });
    return { callId: call.id, name: call.name, ...label, ...end, durationMs: this.#states.end(call) };
  }

  async #attempt(call: ToolCall, found: FoundCall, run: AbortSignal): Promise<CallOutcome> {
    const stop = this.context.stopped?.();
    if (run.aborted) return cancelled();
    if (stop) return stoppedByHook(stop);
    const own = new AbortController();
    const signal = AbortSignal.any([run, own.signal]);
    this.#running.set(call.id, own);
    const live = new LiveOutput(text => this.context.emit({ type: 'tool-output', callId: call.id, text }));
    try {
      if (needsWritten(found)) await this.context.ahead?.settled(signal);
      if (isAborted(signal)) return cancelled();
      return await runCall(this.#stepsOf(call, found, live, signal), found);
    } catch (error) {
      return signal.aborted ? cancelled() : failureOf(call, error, this.context.reportBug);
    } finally {
      live.flush();
      this.#running.delete(call.id);
      this.#inputs.end(call.id);
    }
  }

  #stepsOf(call: ToolCall, found: FoundCall, live: LiveOutput, signal: AbortSignal): CallSteps {
    const { context } = this;
    return {
      ...context,
      context: this.#contextOf(call, live, signal),
      fire: context.hooks?.(),
      notify: (text, level) => context.notify?.(text, level),
      find: async (name, args) => {
        const next = findCall(name, args, await this.#calls());
        this.#states.enter(call, 'scheduled', labelOf(next));
        return next;
      },
      enter: (state, more) => this.#states.enter(call, state, more),
      ask: question => {
        void context.hooks?.()?.('Notification', notificationOf(call, found.title, question.proposal), signal);
        return (context.ahead ?? context).ask({ callId: call.id, ...question }, signal);
      },
      inTurn: (proposal, work) => {
        const onWait = () => this.#states.enter(call, 'scheduled');
        return context.ahead?.inTurn({ callId: call.id, proposal, signal }, onWait, work) ?? work();
      },
      failure: error => failureOf(call, error, this.context.reportBug),
      // A command's output can have any length; the model gets part of it, and the rest in a file.
      limit: (content, recorded) =>
        limitOutput(content, text => context.outputFiles.save(call.name, text), context.outputLimit?.(), recorded),
    };
  }

  #contextOf(call: ToolCall, live: LiveOutput, signal: AbortSignal): ChangeContext {
    const onInput = (awaited: AwaitedInput | null, write: WriteInput) => {
      live.flush();
      this.#inputs.set(call.id, awaited, write);
    };
    const { takesInput = true, ahead } = this.context;
    const own = { callId: call.id, onOutput: live.push, signal, ...(takesInput && { onInput }) };
    return { ...this.context, ...ahead?.seen, ...own };
  }
}

/** The outcome of a tool that threw; an error that is not meant for the model is a bug of Pollux. */
function failureOf({ name }: ToolCall, error: unknown, reportBug: SchedulerContext['reportBug']): CallOutcome {
  const ending = failed(error);
  if (ending) return ending;
  reportBug(`${name} failed`, error);
  const message = messageOf(error);
  return {
    status: 'error',
    content: `The tool failed: ${message}`,
    error: l10n.t('The tool failed: {0}', message),
    errorType: 'unhandled_exception',
  };
}

function isRead(job: Job | undefined): boolean {
  return job?.found?.tool.kind === 'read';
}

/** Whether a tool must not begin before pending edits are decided, because it depends on what is on disk. */
function needsWritten({ tool, args }: FoundCall): boolean {
  if (tool.kind === 'change') return !GOES_AHEAD.has(tool.changes);
  const { needsWritten: needs = false } = tool;
  return typeof needs === 'function' ? needs(args) : needs;
}

/** Changes that touch no file, or that see pending edits. */
const GOES_AHEAD: ReadonlySet<Proposal['kind']> = new Set(['edit', 'fetch', 'questions', 'mode', 'skill']);

/** Re-read: TypeScript narrows `aborted`. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}

/** Whether the model asked for all earlier calls to end first. */
function waits(job: Job | undefined): boolean {
  return job?.call.args.wait_for_previous === true;
}
