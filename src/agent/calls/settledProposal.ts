import type { EditProposal, Proposal, Verdict } from '../../shared/proposals';
import { mergeChange } from './mergeChange';

/** The proposal with what the person put into it. */
export function asAnswered(proposal: Proposal, verdict: Extract<Verdict, { decision: 'accept' }>): Proposal {
  const { edited, editedAll, answers, mode } = verdict;
  if (proposal.kind === 'edit' && edited !== undefined) return { ...proposal, after: edited };
  if (proposal.kind === 'edits' && editedAll) {
    return { ...proposal, edits: proposal.edits.map((edit, i) => ({ ...edit, after: editedAll[i] ?? edit.after })) };
  }
  if (proposal.kind === 'questions' && answers) return { ...proposal, answers };
  if (proposal.kind === 'mode' && proposal.mode !== 'plan' && mode) return { ...proposal, mode };
  return proposal;
}

/** The change as one of the file as it is now. */
export function rebase(proposal: EditProposal, current: string | null) {
  const { before, after } = proposal;
  const merged = before === null || current === null ? null : mergeChange(before, after, current);
  return {
    proposal: { ...proposal, before: current, after: merged ?? after },
    conflict: { canMerge: merged !== null },
  };
}
