import type { ChangeOrigin, Checkpoints } from '../../src/agent/ports/checkpoints';
import { createRestorePolicy, type RestorePolicyOptions } from '../../src/policy/restores';
import { parseRules } from '../../src/policy/rules';
import { restoreFiles } from '../../src/sessions/restoreFiles';
import type { RestorePolicy } from '../../src/shared/restores';

export interface TestRestoresOptions extends Partial<RestorePolicyOptions> {
  /** The user's rules, as TOML. */
  readonly toml?: string;
}

/** The real policy of what is put back, in a workspace that holds every absolute path. */
export function testRestores({ toml = '', ...options }: TestRestoresOptions = {}): RestorePolicy {
  return createRestorePolicy({
    rules: async () => parseRules(toml, 'mine.toml', 'user'),
    folders: () => [''],
    ...options,
  });
}

/** Restores files that the user has picked; gives those that were not restored. */
export async function restorePicked(
  checkpoints: Pick<Checkpoints, 'planOf' | 'restore'>,
  origin: ChangeOrigin,
  checkpointId: string,
  files: readonly string[],
): Promise<readonly string[]> {
  const restoring = { checkpoints, restores: testRestores() };
  const { failed, refused } = await restoreFiles(restoring, origin, checkpointId, files, true);
  return [...failed, ...refused.map(({ file }) => file)];
}
