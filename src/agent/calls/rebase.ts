import type { EditProposal } from '../../shared/proposals';
import { mergeChange } from './mergeChange';

/** Turns the change into one of the file's current text. */
export function rebase(proposal: EditProposal, current: string | null) {
  const { before, after } = proposal;
  const merged = before === null || current === null ? null : mergeChange(before, after, current);
  return {
    proposal: { ...proposal, before: current, after: merged ?? after },
    conflict: { canMerge: merged !== null },
  };
}
