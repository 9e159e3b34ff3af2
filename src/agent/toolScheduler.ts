import * as l10n from '@vscode/l10n';
import { approve } from '../policy/approve';
import type { Decision, PolicyRequest } from '../policy/decision';
import { BaselineChanged } from '../shared/errors';
import type { AgentEvent, AwaitedInput, Emit, ToolCallState, Warrant } from '../shared/events';
import type { ToolCall, ToolResult } from '../shared/messages';
import { isSecretFile } from '../policy/secretFiles';
import type { Approval, EditProposal, Proposal, Verdict } from '../shared/proposals';
import { filesOf, withFreshProblems } from './freshProblems';
import { runHooked, tightened, type Found, type HookedSteps, type Ran } from './hookedCall';
import { limitOutput } from './limitOutput';
import { cancelled, denied, failed, rejected, tooManyCalls, unknownTool, type Ending } from './refusals';
import type { Diagnostics } from './ports/diagnostics';
import type { HookOutcome } from './ports/hooks';
import type { OutputFiles } from './ports/outputFiles';
import type { WriteInput } from './ports/terminal';
import type { WorkspaceFolder } from './ports/workspace';
import type { Fire } from './sessionHooks';
import type { ChangeContext, ChangeTool, ReadTool, Tool } from './tool';
import { asAnswered, rebase } from './settledProposal';
import { loadValidator, type ArgumentValidator } from './validateArgs';

export interface SchedulerContext extends Omit<ChangeContext, 'signal' | 'onOutput' | 'onInput'> {
  readonly tools: () => readonly Tool[];
  /** Absent where nobody checks files. */
  readonly diagnostics?: Diagnostics;
  readonly outputFiles: OutputFiles;
  /** How many characters of what a command prints the model gets; absent: the usual number. */
  readonly outputLimit?: () => number;
  readonly decide: (request: PolicyRequest) => Promise<Decision>;
  /** Puts a proposal to the person; rejects when `signal` aborts. */
  readonly ask: (question: Question, signal: AbortSignal) => Promise<Verdict>;
  readonly emit: Emit;
  /** Runs the hooks of an event. Absent: there are none. */
  readonly fire?: Fire;
  /** False: nobody can be asked, so what a hook wants asked about is denied. Absent: somebody can. */
  readonly canAsk?: boolean;
  /** Tells the person something in the chat. */
  readonly notify?: (text: string) => void;
  readonly now: () => number;
  /** A tool failed in a way that is a bug of ours, not an answer for the model. */
  readonly reportBug: (message: string, error: unknown) => void;
}

/** `conflict`: the proposal is one that was accepted already, adapted to a file that had changed by then. */
export interface Question {
  readonly callId: string;
  readonly proposal: Proposal;
  readonly decision: Decision;
  readonly conflict?: NonNullable<Approval['conflict']>;
}

/** A call on its way. `found` is missing if its tool or its arguments are wrong; then `ending` says why. */
interface Job {
  readonly call: ToolCall;
  readonly title: string;
  readonly found?: Found;
  readonly ending?: Ending;
}

/** How many calls of one answer run; a model that wants more has lost its way, or means to swamp the person with questions. */
const MAX_CALLS = 25;

/** Carries the calls of an answer through their states. */
export class ToolScheduler {
  #validator: Promise<ArgumentValidator> | undefined;
  /** Since when each running call runs, waiting for the person left out. */
  readonly #since = new Map<string, number>();
  /** The calls that can be cancelled one by one. */
  readonly #running = new Map<string, AbortController>();
  /** How to answer the commands that wait for the person to type something. */
  readonly #waiting = new Map<string, WriteInput>();

  constructor(private readonly context: SchedulerContext) {}

  /**
   * Neighbouring reads run together, changes one after the other. There is one result for each call, in the order of
   * the calls; nothing that a tool does makes this reject. Calls beyond `MAX_CALLS` fail without having run.
   */
  async run(calls: readonly ToolCall[], signal: AbortSignal): Promise<ToolResult[]> {
    const validator = await this.#loadValidator();
    const jobs = calls.map((call, index) => this.#prepare(call, index, validator));
    const results: ToolResult[] = [];
    for (let start = 0, end; start < jobs.length; start = end) {
      end = start + 1;
      while (isRead(jobs[start]) && isRead(jobs[end])) end++;
      results.push(...(await Promise.all(jobs.slice(start, end).map(job => this.#carryOut(job, signal)))));
    }
    return results;
  }

  /** Cancels one call that is running or waiting; the others go on. False if it is neither. */
  cancel(callId: string): boolean {
    const running = this.#running.get(callId);
    running?.abort();
    return running !== undefined;
  }

  /** Gives a line to a command that waits for one, or with null closes its input. False if it does not wait. */
  writeInput(callId: string, line: string | null): boolean {
    return this.#waiting.get(callId)?.(line) ?? false;
  }

  #prepare(call: ToolCall, index: number, validator: ArgumentValidator): Job {
    const { name } = call;
    this.#enter(call, 'validating', { name, title: name });
    try {
      if (index >= MAX_CALLS) throw tooManyCalls(MAX_CALLS);
      const found = this.#find(name, call.args, validator);
      const { title } = found;
      this.#enter(call, 'scheduled', { title });
      return { call, title, found };
    } catch (error) {
      return { call, title: name, ending: this.#failure(call, error) };
    }
  }

  /** Throws `ToolError` for a tool that is not there, or arguments that are not its own. */
  #find(name: string, given: ToolCall['args'], validator: ArgumentValidator): Found {
    const tools = this.context.tools();
    const tool = tools.find(each => each.name === name || each.otherNames?.includes(name));
    if (!tool) throw unknownTool(name, tools);
    const args = validator.validate(tool, given);
    const folders = this.context.workspace.folders();
    return { tool, args, title: tool.title(args, path => shortPath(path, folders)) };
  }

  async #carryOut({ call, title, found, ending }: Job, signal: AbortSignal): Promise<ToolResult> {
    const end = ending ?? (found && !signal.aborted ? await this.#attempt(call, found, signal) : cancelled());
    const { status, display, error } = end;
    this.#enter(call, status, { ...(display && { display }), ...(error !== undefined && { error }) });
    const since = this.#since.get(call.id);
    this.#since.delete(call.id);
    const durationMs = since === undefined ? 0 : this.context.now() - since;
    return { callId: call.id, name: call.name, title, ...end, durationMs };
  }

  async #attempt(call: ToolCall, found: Found, run: AbortSignal): Promise<Ending> {
    const own = new AbortController();
    const signal = AbortSignal.any([run, own.signal]);
    this.#running.set(call.id, own);
    try {
      const { fire } = this.context;
      const running = fire ? this.#hooked(call, found, fire, signal) : this.#runTool(call, found, signal);
      const { isLong, ...ending } = await running;
      return isLong ? { ...ending, content: await this.#limited(call, ending.content) } : ending;
    } catch (error) {
      return signal.aborted ? cancelled() : this.#failure(call, error);
    } finally {
      this.#running.delete(call.id);
      this.#waiting.delete(call.id);
    }
  }

  #hooked(call: ToolCall, found: Found, fire: Fire, signal: AbortSignal): Promise<Ran> {
    const steps: HookedSteps = {
      fire,
      notify: text => this.context.notify?.(text),
      find: async (name, args) => {
        const next = this.#find(name, args, await this.#loadValidator());
        this.#enter(call, 'scheduled', { title: next.title });
        return next;
      },
      run: (next, before) => this.#runTool(call, next, signal, before),
      failure: error => this.#failure(call, error),
    };
    return runHooked(steps, found, signal);
  }

  #loadValidator(): Promise<ArgumentValidator> {
    return (this.#validator ??= loadValidator());
  }

  #runTool(call: ToolCall, { tool, args }: Found, signal: AbortSignal, hook?: HookOutcome): Promise<Ran> {
    const request = { toolName: tool.name, ...(tool.otherNames && { otherNames: tool.otherNames }), args };
    return tool.kind === 'read'
      ? this.#read(call, tool, request, signal, hook)
      : this.#change(call, tool, request, signal, hook);
  }

  async #read(
    call: ToolCall,
    tool: ReadTool,
    request: CallRequest,
    signal: AbortSignal,
    hook?: HookOutcome,
  ): Promise<Ran> {
    const context = this.#contextOf(call, signal);
    const named = (await tool.reads?.(request.args, context)) ?? [];
    const paths = named.filter(path => isSecretFile(path.relative)).map(path => path.display);
    const proposal: Proposal | undefined = paths.length > 0 ? { kind: 'read', paths } : undefined;
    const decision = await this.#decide({ ...request, ...(proposal && { proposal }) }, hook);
    if (decision.decision === 'deny') return denied(decision.reason);
    if (decision.decision === 'ask') {
      const verdict = await this.#ask(call, { proposal: proposal ?? { kind: 'read', paths: [] }, decision }, signal);
      if (verdict.decision === 'reject') return rejected(verdict.reason);
    }
    this.#enter(call, 'executing', { warrant: warrantOf(decision) });
    return { status: 'success', ...(await tool.run(request.args, context)) };
  }

  /** Proposal and decision; then question and attempt, as often as the file changes in between. */
  async #change(
    call: ToolCall,
    tool: ChangeTool,
    request: CallRequest,
    signal: AbortSignal,
    hook?: HookOutcome,
  ): Promise<Ran> {
    const context = this.#contextOf(call, signal);
    let proposal = await tool.propose(request.args, context);
    const decision = await this.#decide({ ...request, proposal }, hook);
    if (decision.decision === 'deny') return denied(decision.reason);
    this.context.diagnostics?.prepare(filesOf(proposal));
    let conflict: Question['conflict'];
    for (;;) {
      if (decision.decision === 'ask') {
        const verdict = await this.#ask(call, { proposal, decision, ...(conflict && { conflict }) }, signal);
        if (verdict.decision === 'reject') return rejected(verdict.reason);
        // What can't be merged is not written over what is there, unless the person has put it right by hand.
        if (conflict?.canMerge === false && verdict.edited === undefined) continue;
        proposal = asAnswered(proposal, verdict);
      }
      this.#enter(call, 'executing', { warrant: warrantOf(decision) });
      try {
        const warrant = decision.decision === 'ask' ? 'accept' : 'allow';
        const approved = approve(proposal, { decision: warrant });
        const whole = await withFreshProblems(this.context, approved, signal, () => tool.apply(approved, context));
        const output = proposal.kind === 'command' ? { ...whole, isLong: true } : whole;
        // A command that was stopped has run in part; an edit is whole or not at all.
        return signal.aborted && proposal.kind === 'command'
          ? { status: 'cancelled', errorType: 'cancelled', ...output }
          : { status: 'success', ...output };
      } catch (error) {
        const isAsked = decision.decision === 'ask' && proposal.kind === 'edit';
        if (!(error instanceof BaselineChanged) || !isAsked) throw error;
        ({ proposal, conflict } = rebase(proposal as EditProposal, error.current));
      }
    }
  }

  /** What policy says, and what hooks that ran before add to it. */
  async #decide(request: PolicyRequest, hook: HookOutcome | undefined): Promise<Decision> {
    return tightened(await this.context.decide(request), hook, this.context.canAsk !== false);
  }

  async #ask(call: ToolCall, question: Omit<Question, 'callId'>, signal: AbortSignal): Promise<Verdict> {
    this.#enter(call, 'awaitingApproval');
    const details = { type: question.proposal.kind, tool: call.name };
    const message = `${call.name} wants to run and waits for the person.`;
    void this.context.fire?.('Notification', { message, details }, signal);
    return this.context.ask({ callId: call.id, ...question }, signal);
  }

  #contextOf(call: ToolCall, signal: AbortSignal): ChangeContext {
    const onOutput = (text: string) => this.context.emit({ type: 'tool-output', callId: call.id, text });
    const onInput = (awaited: AwaitedInput | null, write: WriteInput) => this.#await(call.id, awaited, write);
    return { ...this.context, onOutput, onInput, signal };
  }

  #await(callId: string, awaited: AwaitedInput | null, write: WriteInput): void {
    const wasWaiting = this.#waiting.delete(callId);
    if (awaited) this.#waiting.set(callId, write);
    if (awaited || wasWaiting) this.context.emit({ type: 'tool-input', callId, awaited });
  }

  /** What a command printed may be any amount; the model gets some of it, and the rest in a file. */
  async #limited({ name }: ToolCall, content: string): Promise<string> {
    const { outputFiles, outputLimit } = this.context;
    return limitOutput(content, text => outputFiles.save(name, text), outputLimit?.());
  }

  #failure(call: ToolCall, error: unknown): Ending {
    const ending = failed(error);
    if (ending) return ending;
    this.context.reportBug(`${call.name} failed`, error);
    const message = error instanceof Error ? error.message : String(error);
    return {
      status: 'error',
      content: `The tool failed: ${message}`,
      error: l10n.t('The tool failed: {0}', message),
      errorType: 'unhandled_exception',
    };
  }

  #enter(call: ToolCall, state: ToolCallState, more: Partial<Extract<AgentEvent, { type: 'tool-state' }>> = {}): void {
    const at = this.context.now();
    if (state === 'executing') this.#since.set(call.id, at);
    this.context.emit({ ...more, type: 'tool-state', callId: call.id, state, at });
  }
}

/** What policy is told of a call; the arguments are those that the tool's schema has checked. */
type CallRequest = Pick<PolicyRequest, 'toolName' | 'otherNames'> & { readonly args: never };

/** For the record of the session: what a decision to go on rests on. */
function warrantOf({ decision, reason, rule, askedBy, changedBy }: Decision): Warrant {
  const hooks = { ...(askedBy !== undefined && { askedBy }), ...(changedBy !== undefined && { changedBy }) };
  if (decision === 'ask') return { by: 'person', ...hooks };
  const by = reason.kind === 'rule' || reason.kind === 'mode' ? reason.kind : 'readOnly';
  return { by, ...(rule && { rule }), ...hooks };
}

function isRead(job: Job | undefined): boolean {
  return job?.found?.tool.kind === 'read';
}

/** An absolute path as people read it: below its workspace folder. */
function shortPath(path: string, folders: readonly WorkspaceFolder[]): string {
  const folder = folders.find(each => path.startsWith(`${each.path}/`) || path.startsWith(`${each.path}\\`));
  return folder && folders.length === 1 ? path.slice(folder.path.length + 1) : path === folders[0]?.path ? '.' : path;
}
