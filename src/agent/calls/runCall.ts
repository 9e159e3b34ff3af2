// Runs a call, from the model's request to the result that it is told: prepare, authorize, execute, finalize.
import * as l10n from '@vscode/l10n';
import { applyOnce, approve } from '../../policy/approvals';
import type { Decision, PolicyRequest } from '../../policy/decision';
import { isSecretFile } from '../../policy/secretFiles';
import { BaselineChanged, ToolError } from '../../shared/errors';
import type { AgentEvent, ToolCallState, ApprovalSource } from '../../shared/events';
import type { Proposal, Verdict } from '../../shared/proposals';
import type { Fire } from '../hooks/sessionHooks';
import type { AroundChanges } from '../ports/checkpoints';
import type { HookInputs } from '../ports/hooks';
import type { RecordedOutput } from '../ports/outputFiles';
import type { WorkspacePath } from '../ports/workspace';
import type { ChangeContext, ReadContext, Tool } from '../tool';
import type { AuthorizedCall, EvaluatedCall, FindCall, FoundCall, Moved, PreparedCall, Question, Step } from './call';
import { blockedByHook, stoppedByHook, tightened, withChangedArgs, withHookContext, withNote } from './callHooks';
import { cancelled, denied, dropped, rejected, type CallOutcome } from './callOutcome';
import { filesOf, withFreshProblems, type FreshProblemsContext } from './freshProblems';
import { rebase } from './rebase';

/** Shows the user a notice in the chat; by default as information. */
export type NotifyUser = (text: string, level?: 'info' | 'warning') => void;

/** What a call needs to run. */
export interface CallSteps extends FreshProblemsContext {
  /** What tools may use; tools that only read get the read-only part. */
  readonly context: ChangeContext;
  readonly find: FindCall;
  readonly decide: (request: PolicyRequest) => Promise<Decision>;
  /** Puts a proposal to the user; rejects when the call is cancelled. */
  readonly ask: (question: Omit<Question, 'callId'>) => Promise<Verdict | Moved>;
  /** Makes a change when those that it builds on have ended. */
  readonly inTurn: <T>(proposal: Proposal, work: () => Promise<T>) => Promise<T>;
  /** False: the user can't be asked. Absent: the user can. */
  readonly canAsk?: boolean;
  readonly enter: (state: ToolCallState, more?: Partial<Extract<AgentEvent, { type: 'tool-state' }>>) => void;
  /** Tracks changes made by tools that are not Pollux's own. Absent: they are not tracked. */
  readonly around?: AroundChanges;
  /** Runs the hooks of an event. Undefined: there are none. */
  readonly fire: Fire | undefined;
  readonly notify: NotifyUser;
  /** What the model is told about an error that a step threw. */
  readonly failure: (error: unknown) => CallOutcome;
  /** Shortens a command's output to the part that the model gets. */
  readonly limit: (content: string, recorded: RecordedOutput | undefined) => Promise<string>;
}

/**
 * `ranAfter`: the tool after whose call a hook requested this one. Rejects with `ToolError` if a hook asked for a call
 * that can't run.
 */
export async function runCall(steps: CallSteps, asked: FoundCall, ranAfter?: string): Promise<CallOutcome> {
  const prepared = await prepare(steps, asked, ranAfter);
  if ('outcome' in prepared) return prepared.outcome;
  const outcome = await carryOut(steps, prepared);
  return finalize(steps, prepared, outcome, ranAfter);
}

/** Runs the hooks before a call, which may refuse it or change its arguments. */
async function prepare(steps: CallSteps, asked: FoundCall, ranAfter?: string): Promise<Step<PreparedCall>> {
  const { fire, context } = steps;
  const before = await fire?.('BeforeTool', hookedCall(asked, ranAfter), context.signal);
  if (context.signal.aborted) return { outcome: cancelled() };
  if (before?.stops) return { outcome: stoppedByHook(before.stops) };
  if (before?.blocked) return { outcome: blockedByHook(before.blocked) };
  return { found: before?.args ? await withChangedArgs(steps, asked, before.args) : asked, before };
}

/** Authorizes and executes, and again for as long as the file changes between the answer and the write. */
async function carryOut(steps: CallSteps, prepared: PreparedCall): Promise<CallOutcome> {
  try {
    let evaluated: EvaluatedCall | undefined;
    for (;;) {
      evaluated ??= await evaluate(steps, prepared);
      const authorized = await authorize(steps, evaluated);
      if ('outcome' in authorized) return authorized.outcome;
      const { approved } = authorized;
      const run = () => execute(steps, authorized);
      const executed = await (approved ? steps.inTurn(approved, run) : run());
      if ('outcome' in executed) return executed.outcome;
      evaluated = executed;
    }
  } catch (error) {
    return steps.context.signal.aborted ? cancelled(error) : steps.failure(error);
  }
}

/** Determines what the call would do, and asks policy about it; the hooks that ran before may tighten the decision. */
async function evaluate(steps: CallSteps, { found, before }: PreparedCall): Promise<EvaluatedCall> {
  const { proposal, evaluatedAs = proposal, failure } = await proposalOf(found, readContextOf(steps.context));
  const decision = tightened(await steps.decide(requestOf(found, evaluatedAs)), before, steps.canAsk !== false);
  return { found, proposal, decision, ...(failure && { failure }) };
}

function requestOf({ tool, args }: FoundCall, proposal: Proposal | undefined): PolicyRequest {
  const { name, origin: { server, annotations } = {} } = tool;
  const otherNames = tool.rulesFor ? [...(tool.otherNames ?? []), ...tool.rulesFor(args)] : tool.otherNames;
  return {
    toolName: name,
    args,
    ...(otherNames && { otherNames }),
    ...(tool.isMemory && { isMemory: true as const }),
    ...(server !== undefined && { serverName: server }),
    ...(annotations && { annotations }),
    ...(proposal && { proposal }),
  };
}

interface Proposed {
  readonly proposal: Proposal | undefined;
  /** What policy evaluates instead of `proposal`. */
  readonly evaluatedAs?: Proposal;
  readonly failure?: ToolError;
}

/** What a change would do; for a read, the secret files that it names. */
async function proposalOf({ tool, args }: FoundCall, context: ReadContext): Promise<Proposed> {
  if (tool.kind === 'read') return { proposal: secretsRead(await secretsNamed(tool, args, context)) };
  try {
    return { proposal: await tool.propose(args, context) };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    // Why an edit of a secret file fails reveals its content, so it is told only where the edit would have been
    // allowed.
    const named = await secretsNamed(tool, args, context).catch(() => []);
    const stats = await Promise.all(named.map(path => context.workspace.stat(path)));
    const secrets = named.filter((_, index) => stats[index] !== null);
    const [first] = secrets;
    if (!first) throw error;
    const evaluatedAs: Proposal = { kind: 'edit', path: first.display, file: first.absolute, before: '', after: '\n' };
    return { proposal: secretsRead(secrets), evaluatedAs, failure: error };
  }
}

async function secretsNamed(tool: Tool, args: never, context: ReadContext): Promise<WorkspacePath[]> {
  return ((await tool.reads?.(args, context)) ?? []).filter(path => isSecretFile(path.relative));
}

function secretsRead(paths: readonly WorkspacePath[]): Proposal | undefined {
  return paths.length > 0 ? { kind: 'read', paths: paths.map(path => path.display) } : undefined;
}

/** Follows policy's decision, asking the user if it says so. */
async function authorize(
  steps: CallSteps,
  { conflict, failure, ...evaluated }: EvaluatedCall,
): Promise<Step<AuthorizedCall>> {
  const { proposal = { kind: 'read', paths: [] }, decision, found } = evaluated;
  if (decision.decision === 'deny') return { outcome: denied(decision.reason) };
  if (failure) {
    if (decision.decision === 'ask') steps.enter('awaitingApproval');
    const asked = { proposal, decision: { decision: decision.decision, reason: decision.reason } };
    const verdict = decision.decision === 'ask' ? await steps.ask(asked) : undefined;
    return { outcome: verdict?.decision === 'reject' ? rejected(verdict.reason) : steps.failure(failure) };
  }
  if (found.tool.kind === 'change') steps.diagnostics?.prepare(filesOf(proposal));
  if (decision.decision === 'allow') return authorizedBy(evaluated);
  for (;;) {
    steps.enter('awaitingApproval');
    const verdict = await steps.ask({ proposal, decision, ...(conflict && { conflict }) });
    if (verdict.decision === 'reject') return { outcome: rejected(verdict.reason) };
    if (verdict.decision === 'moved') {
      const { proposal: moved } = verdict;
      return moved ? authorize(steps, { ...evaluated, proposal: moved }) : { outcome: dropped() };
    }
    // An edit that can't be merged does not overwrite the file, unless the user has merged it by hand.
    if (conflict?.canMerge === false && verdict.edited === undefined) continue;
    return authorizedBy(evaluated, verdict);
  }
}

/** Turns a change's proposal into an approved one; a read needs only the decision. */
function authorizedBy({ found, decision, proposal }: EvaluatedCall, verdict?: Verdict): AuthorizedCall {
  if (found.tool.kind === 'read') return { found, tool: found.tool, decision };
  if (!proposal) throw new Error(`${found.tool.name} proposed nothing.`);
  return { found, tool: found.tool, decision, approved: approve(proposal, decision, verdict) };
}

/** Runs the tool. If the file changed after the user accepted the edit, returns it rebased, to be authorized again. */
async function execute(steps: CallSteps, call: AuthorizedCall): Promise<EvaluatedCall | { outcome: CallOutcome }> {
  const { found, tool, approved, decision } = call;
  steps.enter('executing', { approvalSource: approvalSourceOf(decision) });
  if (!approved) {
    return { outcome: { status: 'success', ...(await tool.run(found.args, readContextOf(steps.context))) } };
  }
  const { signal } = steps.context;
  try {
    const run = () => applyOnce(approved, () => tool.apply(approved, steps.context));
    const apply = () => (steps.around && mayChangeFiles(approved) ? steps.around(found.title, run, signal) : run());
    const { warning, ...output } = await withFreshProblems(steps, approved, signal, apply);
    if (warning !== undefined) steps.notify(warning, 'warning');
    // A command that was stopped has run in part; an edit is all or nothing.
    const isCut = signal.aborted && ANSWERS_AT_LENGTH.has(approved.kind);
    return {
      outcome: isCut ? { status: 'cancelled', errorType: 'cancelled', ...output } : { status: 'success', ...output },
    };
  } catch (error) {
    const isAccepted = decision.decision === 'ask' && approved.kind === 'edit';
    if (!(error instanceof BaselineChanged) || !isAccepted) throw error;
    return { found, decision, ...rebase(approved, error.current) };
  }
}

/** Whether it runs a local program that Pollux does not know. Commands are tracked by their terminal. */
function mayChangeFiles(proposal: Proposal): boolean {
  return proposal.kind === 'discovered' || (proposal.kind === 'mcp' && !/^[a-z][a-z0-9+.-]+:\/\//i.test(proposal.from));
}

/** Runs the hooks after a call, which may add to its result, withhold it, or make another call run next. */
async function finalize(
  steps: CallSteps,
  { found, before }: PreparedCall,
  outcome: CallOutcome,
  ranAfter?: string,
): Promise<CallOutcome> {
  const { fire, context, find, notify } = steps;
  const noted = before?.args ? withNote(outcome, before.args.by, found.args) : outcome;
  const hasRun = noted.status !== 'rejected' && noted.errorType !== 'policy_violation';
  if (!fire || !hasRun || context.signal.aborted) return limited(steps, found, noted);
  const { content, status, errorType: type } = noted;
  const error = { message: content, ...(type !== undefined && { type }) };
  const told = { ...hookedCall(found, ranAfter), content, ...(status === 'error' && { error }) };
  const after = await fire('AfterTool', told, context.signal);
  const isLast = ranAfter !== undefined || isAborted(context.signal);
  const tail = isLast || after?.blocked || after?.stops ? undefined : after?.tailCall;
  if (!tail) return limited(steps, found, withHookContext(noted, after));
  const next = await find(tail.name, tail.args);
  notify(l10n.t('The hook {0} ran this next: {1}', tail.by, next.title));
  return withHookContext(await runCall(steps, next, found.tool.name), after);
}

/** A call in the form that hooks get. */
function hookedCall({ tool, args }: FoundCall, ranAfter: string | undefined): HookInputs['BeforeTool'] {
  const { name, otherNames = [] } = tool;
  return { name, otherNames, args, ...(ranAfter !== undefined && { ranAfter }) };
}

/** Proposals that are executed elsewhere: they may have run in part, and their output can have any length. */
const ANSWERS_AT_LENGTH: ReadonlySet<Proposal['kind']> = new Set(['command', 'discovered', 'mcp']);

/** Limits outputs of arbitrary length, such as those of commands and servers. */
async function limited({ limit }: CallSteps, { tool }: FoundCall, outcome: CallOutcome): Promise<CallOutcome> {
  const isLong = tool.kind === 'change' && ANSWERS_AT_LENGTH.has(tool.changes);
  const { recorded, ...rest } = outcome;
  return isLong ? { ...rest, content: await limit(outcome.content, recorded) } : outcome;
}

/** Also at run time, not just by type, without anything that writes, sends or starts. */
function readContextOf({ callId, workspace, unwritten, model, processes, web, signal }: ChangeContext): ReadContext {
  return {
    callId,
    workspace,
    ...(unwritten && { unwritten }),
    model,
    processes: {
      list: () => processes.list(),
      read: (pid, lines) => processes.read(pid, lines),
      wait: (pid, ms, abort) => processes.wait(pid, ms, abort),
      kill: pid => processes.kill(pid),
    },
    web: { check: url => web.check(url) },
    signal,
  };
}

/** For the session's record: why the call was allowed to continue. */
function approvalSourceOf({ decision, reason, rule, askedBy, changedBy }: Decision): ApprovalSource {
  const hooks = { ...(askedBy !== undefined && { askedBy }), ...(changedBy !== undefined && { changedBy }) };
  if (decision === 'ask') return { by: 'user', ...hooks };
  const by = reason.kind === 'rule' || reason.kind === 'mode' ? reason.kind : 'readOnly';
  return { by, ...(rule && { rule }), ...hooks };
}

/** Re-read: TypeScript narrows `aborted`. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}
