import type { ChangeOrigin, Checkpoints, CurrentState } from '../agent/ports/checkpoints';
import type { ApprovedRestore, RefusedRestore, RestorePolicy } from '../shared/restores';

export interface RestoringFiles {
  readonly checkpoints: Pick<Checkpoints, 'planOf' | 'restore'>;
  readonly restores: RestorePolicy;
}

/** `failed`: files that could not be restored; `refused`: that policy does not let be. */
export interface RestoredFiles {
  readonly failed: readonly string[];
  readonly refused: readonly RefusedRestore[];
}

/**
 * Puts files back as they were before a change, each as policy approves it. `isNamed`: the user has picked each of them; the
 * folders that come or go with them are not asked about by themselves.
 */
export async function restoreFiles(
  { checkpoints, restores }: RestoringFiles,
  origin: ChangeOrigin,
  checkpointId: string,
  files: readonly string[],
  isNamed: boolean,
): Promise<RestoredFiles> {
  const plan = await checkpoints.planOf(origin.sessionId, checkpointId, files);
  const approved: ApprovedRestore<CurrentState>[] = [];
  const refused: RefusedRestore[] = [];
  for (const proposal of plan) {
    const answer = await restores.approve(proposal, isNamed);
    if ('approved' in answer) approved.push(answer.approved);
    else if (files.includes(proposal.file)) refused.push(answer.refused);
  }
  const failed = approved.length > 0 ? await checkpoints.restore(origin, approved, checkpointId) : [];
  const planned = new Set(plan.map(({ file }) => file));
  return { failed: [...failed, ...files.filter(file => !planned.has(file))], refused };
}
