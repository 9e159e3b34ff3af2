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
import { runCall, type CallSteps } from './runCall';
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
  /** Absent where nobody checks files. */
  readonly diagnostics?: Diagnostics;
  readonly outputFiles: OutputFiles;
  /** How many characters of what a command prints the model gets; absent: the usual number. */
  readonly outputLimit?: () => number;
  readonly decide: (request: PolicyRequest) => Promise<Decision>;
  /** Puts a proposal to the person; rejects when `signal` aborts. */
  readonly ask: (question: Question, signal: AbortSignal) => Promise<Verdict>;
  /** Absent: the model goes on only when the user has decided. */
  readonly ahead?: EditsAhead;
  /** Absent: what tools of servers and of commands change is not looked at. */
  readonly around?: AroundChanges;
  readonly emit: Emit;
  /** What runs the hooks of an event, asked for each call: where there are none, a call takes no detour. */
  readonly hooks?: () => Fire | undefined;
  /** Set as soon as a hook wants the run to end: no other call begins. */
  readonly stopped?: () => HookReason | undefined;
  /** False: nobody can be asked, so what a hook wants asked about is denied. Absent: somebody can. */
  readonly canAsk?: boolean;
  /** False: a command gets no input, as nobody would see that it waits for some. Absent: it does. */
  readonly takesInput?: boolean;
  /** Tells the person something in the chat. */
  readonly notify?: (text: string) => void;
  readonly now: () => number;
  /** A tool failed in a way that is a bug of ours, not an answer for the model. */
  readonly reportBug: (message: string, error: unknown) => void;
}

/** A call on its way. `found` is missing if its tool or its arguments are wrong; then `ending` says why. */
interface Job {
  readonly call: ToolCall;
  readonly label: CallLabel;
  readonly found?: FoundCall;
  readonly ending?: CallOutcome;
}

/** How many calls of one answer run; a model that wants more has lost its way, or means to swamp the person with questions. */
const MAX_CALLS = 25;

/** Carries the calls of an answer through their states. */
export class ToolScheduler {
  #validator: Promise<ArgumentValidator> | undefined;
  readonly #states: CallStates;
  /** The calls whose turn has not come. */
  readonly #queued = new Set<Job>();
  /** Those whose turn it is, which can be cancelled one by one. */
  readonly #running = new Map<string, AbortController>();
  readonly #inputs: AwaitedInputs;

  constructor(private readonly context: SchedulerContext) {
    this.#states = new CallStates(context.emit, context.now);
    this.#inputs = new AwaitedInputs(context.emit);
  }

  /**
   * Neighbouring reads run together, changes one after the other. There is one result for each call, in the order of
   * the calls; nothing that a tool does makes this reject. Calls beyond `MAX_CALLS` fail without having run.
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
    return results;
  }

  /** Cancels one call that is queued, running or waiting; the others go on. False if it is none of these. */
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

  /** Gives a line to a command that waits for one, or with null closes its input. False if it does not wait. */
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

  /** Of an edit that waits long for the user, a provisional one. */
  #resultOf(job: Job, signal: AbortSignal): Promise<ToolResult> {
    const working = this.#carryOut(job, signal);
    const { ahead } = this.context;
    const isEdit = job.found?.tool.kind === 'change' && job.found.tool.changes === 'edit';
    return ahead && isEdit ? ahead.follow(job.call, job.label, working) : working;
  }

  async #carryOut(job: Job, signal: AbortSignal): Promise<ToolResult> {
    const { call, label, found, ending } = job;
    if (found && !this.#queued.delete(job)) {
      // It was cancelled in the queue, which has been told.
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
      if (needsWritten(found.tool)) await this.context.ahead?.settled(signal);
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
      notify: text => context.notify?.(text),
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
      // What a command printed may be any amount; the model gets some of it, and the rest in a file.
      limit: (content, recorded) =>
        limitOutput(content, text => context.outputFiles.save(call.name, text), context.outputLimit?.(), recorded),
    };
  }

  #contextOf(call: ToolCall, live: LiveOutput, signal: AbortSignal): ChangeContext {
    const onInput = (awaited: AwaitedInput | null, write: WriteInput) => {
      live.flush();
      this.#inputs.set(call.id, awaited, write);
    };
    const { takesInput = true } = this.context;
    const workspace = this.context.ahead?.workspace ?? this.context.workspace;
    return { ...this.context, workspace, callId: call.id, onOutput: live.push, ...(takesInput && { onInput }), signal };
  }
}

/** What a tool that threw comes to; what is no answer for the model is a bug of ours. */
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

/** Whether a tool must not begin before the edits that the user has yet to decide on: it goes by what is on disk. */
function needsWritten(tool: Tool): boolean {
  return tool.kind === 'read' ? tool.needsWritten === true : !GOES_AHEAD.has(tool.changes);
}

/** What changes no file, or sees those that are to be changed. */
const GOES_AHEAD: ReadonlySet<Proposal['kind']> = new Set(['edit', 'fetch', 'questions', 'mode', 'skill']);

/** Re-read: TypeScript narrows `aborted`. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}

/** Whether the model wants all calls before it to have ended. */
function waits(job: Job | undefined): boolean {
  return job?.call.args.wait_for_previous === true;
}
