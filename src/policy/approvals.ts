// The only place that creates approvals. They can't be forged: an approval is recognized by identity, not by shape.
import type { Approved, EditProposal, EditsProposal, Proposal, Verdict } from '../shared/proposals';
import type { RestoreProposal } from '../shared/restores';
import { deepFreeze } from './deepFreeze';
import type { Decision } from './decision';

type Accepted = Extract<Verdict, { decision: 'accept' }>;

/** A tool's proposal, or a file to be restored. */
export type Approvable = Proposal | RestoreProposal;

/** The subject of a decision or verdict. `isUsed`: it has already approved something; it can do so only once. */
interface Recorded {
  readonly proposal: Approvable;
  isUsed: boolean;
}

const decisions = new WeakMap<Decision, Recorded>();
const verdicts = new WeakMap<Verdict, Recorded>();
const approvals = new WeakMap<object, { isSpent: boolean }>();

const RANK = { allow: 0, ask: 1, deny: 2 } as const;

/** Freezes a proposal before it is decided on, so that it can't change afterwards. */
export function seal(proposal: Approvable): void {
  deepFreeze(proposal);
}

/** Records the policy's decision about a sealed proposal. Called only by the policy engine. */
export function recordDecision(decision: Decision, proposal: Approvable | undefined): Decision {
  const recorded = { ...decision };
  if (proposal) decisions.set(recorded, { proposal: deepFreeze(proposal), isUsed: false });
  return recorded;
}

/** Replaces a recorded decision by a stricter one. Throws `NotApproved` if the new one allows more. */
export function tightenDecision(decision: Decision, stricter: Decision): Decision {
  if (RANK[stricter.decision] < RANK[decision.decision]) throw new NotApproved('A decision can only be tightened.');
  return recordDecision(stricter, decisions.get(decision)?.proposal);
}

/** Records the user's answer to exactly this proposal. Called where open questions are settled. */
export function recordVerdict(verdict: Verdict, proposal: Approvable): Verdict {
  const recorded = { ...verdict };
  verdicts.set(recorded, { proposal: deepFreeze(proposal), isUsed: false });
  return recorded;
}

/**
 * Approves a proposal by a recorded decision that allows it, or by one that asks, together with a recorded verdict. A
 * verdict may replace parts of the proposal with the user's edits. Each decision and verdict approves only once.
 * Throws `NotApproved`.
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

/** Where a command runs: according to the user's choice, otherwise according to the decision. */
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

/** `decided`: the proposal the decision was about: this one, or one for the same file before that file changed. */
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

/** The proposal with the user's edits, answers or mode. */
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

/** Throws `NotApproved` for anything that `approve` did not return, and for approvals that have been applied. */
export function verifyApproved<P extends Approvable>(approved: Approved<P>): void {
  recordOf(approved);
}

/** Runs `apply` for an approval, which is spent afterwards whether or not `apply` succeeds. */
export function applyOnce<P extends Approvable, T>(approved: Approved<P>, apply: () => Promise<T>): Promise<T> {
  return applyAllOnce([approved], apply);
}

/** Like `applyOnce`, for several approvals that must be applied together. */
export async function applyAllOnce<T>(all: readonly Approved<Approvable>[], apply: () => Promise<T>): Promise<T> {
  const records = all.map(recordOf);
  try {
    return await apply();
  } finally {
    for (const record of records) record.isSpent = true;
  }
}

/** One approval per file of edits that were approved together; they must be written all or not at all. */
export function approvedEdits(edits: Approved<EditsProposal>): readonly Approved<EditProposal>[] {
  const record = recordOf(edits);
  return edits.edits.map(edit => mint(edit, record));
}

/** The approved edit that undoes another, which wrote `written`; null if that one created the file. */
export function undoOf(edit: Approved<EditProposal>, written: string): Approved<EditProposal> | null {
  const record = recordOf(edit);
  return edit.before === null ? null : mint({ ...edit, before: written, after: edit.before }, record);
}

function recordOf(approved: object): { isSpent: boolean } {
  const record = approvals.get(approved);
  if (!record || record.isSpent) throw new NotApproved('Nothing was done: it was not approved.');
  return record;
}

/** A bug in Pollux, or an attempt to bypass the policy. */
export class NotApproved extends Error {
  override readonly name = 'NotApproved';
}
