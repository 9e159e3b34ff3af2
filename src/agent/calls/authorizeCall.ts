import { approve } from '../../policy/approve';
import type { Decision, PolicyRequest } from '../../policy/decision';
import { isSecretFile } from '../../policy/secretFiles';
import { BaselineChanged } from '../../shared/errors';
import type { AgentEvent, ToolCallState, Warrant } from '../../shared/events';
import type { Approval, EditProposal, Proposal, Verdict } from '../../shared/proposals';
import { filesOf, withFreshProblems, type FreshProblemsContext } from './freshProblems';
import { tightened } from './hookedCall';
import type { HookOutcome } from '../ports/hooks';
import { denied, rejected, type Ending } from './callOutcome';
import { asAnswered, rebase } from './settledProposal';
import type { ChangeContext, ChangeTool, ReadTool, Tool } from '../tool';

/** A tool with arguments that its schema has checked. */
export interface Found {
  readonly tool: Tool;
  readonly args: never;
  readonly title: string;
}

/** How a call ended; `isLong`: its output may be any amount. */
export type Ran = Ending & { readonly isLong?: boolean };

/** `conflict`: the proposal is one that was accepted already, adapted to a file that had changed by then. */
export interface Question {
  readonly callId: string;
  readonly proposal: Proposal;
  readonly decision: Decision;
  readonly conflict?: NonNullable<Approval['conflict']>;
}

/** What judging a call needs of the one who runs it. */
export interface JudgedSteps extends FreshProblemsContext {
  readonly decide: (request: PolicyRequest) => Promise<Decision>;
  /** Puts a proposal to the person; rejects when the call is cancelled. */
  readonly ask: (question: Asked) => Promise<Verdict>;
  readonly enter: (state: ToolCallState, more?: Partial<Extract<AgentEvent, { type: 'tool-state' }>>) => void;
  /** What hooks said that ran before. */
  readonly before: HookOutcome | undefined;
  /** False: nobody can be asked. Absent: somebody can. */
  readonly canAsk?: boolean;
}

type Asked = Omit<Question, 'callId'>;

/** A call from what it would do on: policy's decision, the question if there is one, and the tool. */
export function runJudged(steps: JudgedSteps, { tool, args }: Found, context: ChangeContext): Promise<Ran> {
  const request = { toolName: tool.name, ...(tool.otherNames && { otherNames: tool.otherNames }), args };
  return tool.kind === 'read' ? read(steps, tool, request, context) : change(steps, tool, request, context);
}

async function read(steps: JudgedSteps, tool: ReadTool, request: CallRequest, context: ChangeContext): Promise<Ran> {
  const named = (await tool.reads?.(request.args, context)) ?? [];
  const paths = named.filter(path => isSecretFile(path.relative)).map(path => path.display);
  const proposal: Proposal | undefined = paths.length > 0 ? { kind: 'read', paths } : undefined;
  const decision = await decide(steps, { ...request, ...(proposal && { proposal }) });
  if (decision.decision === 'deny') return denied(decision.reason);
  if (decision.decision === 'ask') {
    const verdict = await ask(steps, { proposal: proposal ?? { kind: 'read', paths: [] }, decision });
    if (verdict.decision === 'reject') return rejected(verdict.reason);
  }
  steps.enter('executing', { warrant: warrantOf(decision) });
  return { status: 'success', ...(await tool.run(request.args, context)) };
}

/** Proposal and decision; then question and attempt, as often as the file changes in between. */
async function change(
  steps: JudgedSteps,
  tool: ChangeTool,
  request: CallRequest,
  context: ChangeContext,
): Promise<Ran> {
  const { signal } = context;
  let proposal = await tool.propose(request.args, context);
  const decision = await decide(steps, { ...request, proposal });
  if (decision.decision === 'deny') return denied(decision.reason);
  steps.diagnostics?.prepare(filesOf(proposal));
  let conflict: Question['conflict'];
  for (;;) {
    if (decision.decision === 'ask') {
      const verdict = await ask(steps, { proposal, decision, ...(conflict && { conflict }) });
      if (verdict.decision === 'reject') return rejected(verdict.reason);
      // What can't be merged is not written over what is there, unless the person has put it right by hand.
      if (conflict?.canMerge === false && verdict.edited === undefined) continue;
      proposal = asAnswered(proposal, verdict);
    }
    steps.enter('executing', { warrant: warrantOf(decision) });
    try {
      const warrant = decision.decision === 'ask' ? 'accept' : 'allow';
      const approved = approve(asJudged(proposal, decision), { decision: warrant });
      const whole = await withFreshProblems(steps, approved, signal, () => tool.apply(approved, context));
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

/** What is approved of a command says whether it can change anything. */
function asJudged(proposal: Proposal, { onlyLooks }: Decision): Proposal {
  return onlyLooks && proposal.kind === 'command' ? { ...proposal, onlyLooks } : proposal;
}

/** What policy says, and what hooks that ran before add to it. */
async function decide({ decide: judge, before, canAsk }: JudgedSteps, request: PolicyRequest): Promise<Decision> {
  return tightened(await judge(request), before, canAsk !== false);
}

function ask(steps: JudgedSteps, question: Asked): Promise<Verdict> {
  steps.enter('awaitingApproval');
  return steps.ask(question);
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
