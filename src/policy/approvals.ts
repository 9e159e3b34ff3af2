// The only place that approves. What it returns can't be made elsewhere: it is known by identity, not by shape.
import type { Approved, EditProposal, EditsProposal, Proposal, Verdict } from '../shared/proposals';
import type { RestoreProposal } from '../shared/restores';
import { deepFreeze } from './deepFreeze';
import type { Decision } from './decision';

type Accepted = Extract<Verdict, { decision: 'accept' }>;

/** What a tool proposes, or what is put back. */
export type Approvable = Proposal | RestoreProposal;

/** What a decision or a verdict was about; `isUsed`: it has approved something, which it does once. */
interface Recorded {
  readonly proposal: Approvable;
  isUsed: boolean;
}

const decisions = new WeakMap<Decision, Recorded>();
const verdicts = new WeakMap<Verdict, Recorded>();
const approvals = new WeakMap<object, { isSpent: boolean }>();

const RANK = { allow: 0, ask: 1, deny: 2 } as const;

/** Freezes what is about to be decided on, so that it stays what was decided on. */
export function seal(proposal: Approvable): void {
  deepFreeze(proposal);
}

/** Records what policy has decided about a sealed proposal. Called by the policy engine alone. */
export function recordDecision(decision: Decision, proposal: Approvable | undefined): Decision {
  const recorded = { ...decision };
  if (proposal) decisions.set(recorded, { proposal: deepFreeze(proposal), isUsed: false });
  return recorded;
}

/** A stricter decision in place of a recorded one; throws for one that allows more. */
export function tightenDecision(decision: Decision, stricter: Decision): Decision {
  if (RANK[stricter.decision] < RANK[decision.decision]) throw new NotApproved('A decision can only be tightened.');
  return recordDecision(stricter, decisions.get(decision)?.proposal);
}

/** Records what the user has answered about exactly this proposal. Called where open questions are settled. */
export function recordVerdict(verdict: Verdict, proposal: Approvable): Verdict {
  const recorded = { ...verdict };
  verdicts.set(recorded, { proposal: deepFreeze(proposal), isUsed: false });
  return recorded;
}

/**
 * Approves a proposal by a recorded decision, which allows it or asks and then takes a recorded verdict about it. A verdict
 * may put the user's own words into the proposal. Each decision and verdict approves once; throws `NotApproved`.
 */
export function approve<P extends Approvable>(proposal: P, decision: Decision, verdict?: Verdict): Approved<P> {
  const decided = decisions.get(decision);
  if (!decided || decision.decision === 'deny') throw new NotApproved('No decision allows this.');
  const final = verdict ? acceptedBy(verdict, proposal, decided.proposal) : allowedBy(decision, proposal, decided);
  const ofCommand =
    final.kind === 'command'
      ? { ...(decision.onlyLooks && { onlyLooks: decision.onlyLooks }), ...confined(decision, verdict) }
      : {};
  return mint({ ...final, ...ofCommand });
}

/** Where a command runs: as the choice of the user says, or the decision. */
function confined({ sandbox }: Decision, verdict?: Verdict) {
  if (!sandbox) return {};
  const choice = verdict?.decision === 'accept' ? verdict.remember : undefined;
  const chosen = choice === undefined ? undefined : sandbox.byChoice?.[choice];
  return { sandbox: chosen ?? sandbox.confinement };
}

function allowedBy<P extends Approvable>(decision: Decision, proposal: P, decided: Recorded): P {
  if (decision.decision !== 'allow' || decided.proposal !== proposal) throw new NotApproved('This was not allowed.');
  use(decided);
  return proposal;
}

/** `decided`: what the decision was about; the same file as it was before somebody changed it, or the proposal itself. */
function acceptedBy<P extends Approvable>(verdict: Verdict, proposal: P, decided: Approvable): P {
  const answered = verdicts.get(verdict);
  if (verdict.decision !== 'accept' || answered?.proposal !== proposal) throw new NotApproved('This was not accepted.');
  const isRebased = proposal.kind === 'edit' && decided.kind === 'edit' && proposal.file === decided.file;
  if (proposal !== decided && !isRebased) throw new NotApproved('The decision is about something else.');
  use(answered);
  return asAnswered(proposal, verdict) as P;
}

function use(recorded: Recorded): void {
  if (recorded.isUsed) throw new NotApproved('This approval was used before.');
  recorded.isUsed = true;
}

/** The proposal with what the user put into it. */
function asAnswered(proposal: Approvable, { edited, editedAll, answers, mode }: Accepted): Approvable {
  if (proposal.kind === 'edit' && edited !== undefined) return { ...proposal, after: edited };
  if (proposal.kind === 'edits' && editedAll) {
    return { ...proposal, edits: proposal.edits.map((edit, i) => ({ ...edit, after: editedAll[i] ?? edit.after })) };
  }
  if (proposal.kind === 'questions' && answers) return { ...proposal, answers };
  if (proposal.kind === 'mode' && proposal.mode !== 'plan' && mode) return { ...proposal, mode };
  return proposal;
}

function mint<P extends Approvable>(proposal: P, of = { isSpent: false }): Approved<P> {
  const approved = deepFreeze({ ...proposal }) as Approved<P>;
  approvals.set(approved, of);
  return approved;
}

/** Throws `NotApproved` for anything that `approve` did not return, and for what has been applied. */
export function verifyApproved<P extends Approvable>(approved: Approved<P>): void {
  recordOf(approved);
}

/** Applies what is approved; afterwards the approval is worth nothing, however that ended. */
export function applyOnce<P extends Approvable, T>(approved: Approved<P>, apply: () => Promise<T>): Promise<T> {
  return applyAllOnce([approved], apply);
}

/** The same for what is approved one by one and can only be applied together. */
export async function applyAllOnce<T>(all: readonly Approved<Approvable>[], apply: () => Promise<T>): Promise<T> {
  const records = all.map(recordOf);
  try {
    return await apply();
  } finally {
    for (const record of records) record.isSpent = true;
  }
}

/** What was approved together is approved file by file; it must be written whole or not at all. */
export function approvedEdits(edits: Approved<EditsProposal>): readonly Approved<EditProposal>[] {
  const record = recordOf(edits);
  return edits.edits.map(edit => mint(edit, record));
}

/** Taking an approved edit back, of which `written` came; null for a new file. */
export function undoOf(edit: Approved<EditProposal>, written: string): Approved<EditProposal> | null {
  const record = recordOf(edit);
  return edit.before === null ? null : mint({ ...edit, before: written, after: edit.before }, record);
}

function recordOf(approved: object): { isSpent: boolean } {
  const record = approvals.get(approved);
  if (!record || record.isSpent) throw new NotApproved('Nothing was done: it was not approved.');
  return record;
}

/** A bug of ours, or something that tries to get past the policy. */
export class NotApproved extends Error {
  override readonly name = 'NotApproved';
}
