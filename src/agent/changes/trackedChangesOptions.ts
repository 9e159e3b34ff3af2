import type { FileChanges } from '../ports/changes';
import type { RestorePolicy } from '../../shared/restores';
import type { TrackedFiles } from './approvedWrites';
import type { Decision } from './decideHunks';

export interface TrackedChangesOptions {
  readonly files: TrackedFiles;
  /** Approves what decisions write. */
  readonly restores: RestorePolicy;
  readonly newId: () => string;
  /** Called after each change of what is under review; must not throw. `others`: it came of somebody else's edit. */
  readonly onChange: (files: readonly string[], others?: boolean) => void;
  /** Called with what was decided; must not throw. */
  readonly onDecision: (decision: Pick<Decision, 'decided' | 'kept'>) => void;
  /** Called with hunks that were lost, under a key of their own; null: nothing of it is left. Must not throw. */
  readonly onLost?: (key: string, state: FileChanges | null) => void;
  readonly reportBug: (message: string, error: unknown) => void;
}
