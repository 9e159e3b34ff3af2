import type { ChangeOrigin, Checkpoints, CurrentState } from '../agent/ports/checkpoints';
import type { ApprovedRestore, RefusedRestore, RestorePolicy } from '../shared/restores';

export interface RestoringFiles {
  readonly checkpoints: Pick<Checkpoints, 'planOf' | 'restore'>;
  readonly restores: RestorePolicy;
}

/** `failed`: files that could not be restored; `refused`: files that policy doesn't allow to be restored. */
export interface RestoredFiles {
  readonly failed: readonly string[];
  readonly refused: readonly RefusedRestore[];
}

/**
 * Restores files to their state before a change, each one if policy approves. `isNamed`: the user selected each of
 * them; directories created or removed along with them need no selection.
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
  const failed = approved.length > 0 ? await checkpoints.restore(origin, approved) : [];
  const planned = new Set(plan.map(({ file }) => file));
  return { failed: [...failed, ...files.filter(file => !planned.has(file))], refused };
}
