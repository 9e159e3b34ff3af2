import type { TextToWrite } from '../ports/changes';
import type { ApprovedRestore, RefusedRestore, RestorePolicy } from '../../shared/restores';
import type { ChangeStore } from './changeStore';
import type { OwnWrites } from './ownWrites';

/** What changes under review need from a host. */
export interface TrackedFiles {
  /** The file's text as the user sees it (including unsaved edits); null: it does not exist. */
  read(file: string): Promise<string | null>;
  /**
   * Writes the approved text; returns the file's text afterwards. Rejects, and writes nothing, if the file does not
   * have the expected text.
   */
  write(approved: ApprovedRestore<string>): Promise<string | null>;
}

export interface ApprovedWritesOptions {
  readonly store: ChangeStore;
  readonly writing: OwnWrites;
  readonly files: TrackedFiles;
  readonly restores: RestorePolicy;
  readonly reportBug: (message: string, error: unknown) => void;
}

/** `failed`: files that could not be written. For these and the refused ones, the store has their actual text. */
export interface WriteOutcome {
  readonly failed: readonly string[];
  readonly refused: readonly RefusedRestore[];
}

/** Writes the outcome of decisions to files, each write as approved by policy. */
export class ApprovedWrites {
  constructor(private readonly options: ApprovedWritesOptions) {}

  /** `isNamed`: the user has named the files explicitly. */
  async writeAll(writes: readonly TextToWrite[], isNamed: boolean): Promise<WriteOutcome> {
    const { files, restores, store, writing, reportBug } = this.options;
    const failed: string[] = [];
    const refused: RefusedRestore[] = [];
    // The store has the outcome in all of them already, so what a watcher still tells of the last must not count either.
    writing.begin(writes.map(({ file }) => file));
    for (const { file, before, text } of writes) {
      try {
        const answer = await restores.approve({ kind: 'restore', file, before, after: text }, isNamed);
        if ('approved' in answer) store.observed(file, await files.write(answer.approved));
        else {
          refused.push(answer.refused);
          await this.#undecide(file);
        }
      } catch (error) {
        failed.push(file);
        reportBug(`${file} could not be written`, error);
        await this.#undecide(file);
      } finally {
        writing.end([file]);
      }
    }
    return { failed, refused };
  }

  async #undecide(file: string): Promise<void> {
    const { store, files } = this.options;
    store.undecide(file);
    store.observed(file, await files.read(file));
  }
}
