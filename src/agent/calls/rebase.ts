import type { EditProposal } from '../../shared/proposals';
import { mergeChange } from './mergeChange';

/** The change as one of the file as it is now. */
export function rebase(proposal: EditProposal, current: string | null) {
  const { before, after } = proposal;
  const merged = before === null || current === null ? null : mergeChange(before, after, current);
  return {
    proposal: { ...proposal, before: current, after: merged ?? after },
    conflict: { canMerge: merged !== null },
  };
}
