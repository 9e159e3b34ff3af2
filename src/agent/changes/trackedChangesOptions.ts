import type { FileChanges, RecordedNews } from '../ports/changes';
import type { ApprovedRestore, RestorePolicy } from '../../shared/restores';
import type { Decision } from './decideHunks';

/** What changes under review need from a host. */
export interface TrackedFiles {
  /** The file's text as the user sees it (including unsaved edits); null: it does not exist. Rejects if it can't be read. */
  read(file: string): Promise<string | null>;
  /**
   * Writes the approved text; returns the file's text afterwards. Rejects, and writes nothing, if the file does not
   * have the expected text.
   */
  write(approved: ApprovedRestore<string>): Promise<string | null>;
}

export interface TrackedChangesOptions {
  readonly files: TrackedFiles;
  /** Approves the writes that result from decisions. */
  readonly restores: RestorePolicy;
  readonly newId: () => string;
  /** Called after each change to what is under review; must not throw. `others`: caused by someone else's edit. */
  readonly onChange: (files: readonly string[], others?: boolean) => void;
  /** Called with each decision; must not throw. */
  readonly onDecision: (decision: Pick<Decision, 'decided' | 'kept'>) => void;
  /** Called with lost hunks, under the key of their loss; null: nothing of it is left. Must not throw. */
  readonly onLost?: (key: string, state: FileChanges | null) => void;
  /** The same for edits that the user is asked about, by a key that begins with the file. */
  readonly onProposed?: (key: string, state: FileChanges | null) => void;
  /** Stores what the models of sessions know. Absent: it isn't stored. */
  readonly known?: RecordedNews;
  readonly reportBug: (message: string, error: unknown) => void;
}
