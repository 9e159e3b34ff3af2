import type { TextToWrite } from '../ports/changes';
import type { RefusedRestore, RestorePolicy } from '../../shared/restores';
import type { ChangeStore } from './changeStore';
import type { OwnWrites } from './ownWrites';
import { readTracked } from './readTracked';
import type { TrackedFiles } from './trackedChangesOptions';

export interface ApprovedWritesOptions {
  readonly store: ChangeStore;
  readonly writing: OwnWrites;
  readonly files: TrackedFiles;
  readonly restores: RestorePolicy;
  readonly reportBug: (message: string, error: unknown) => void;
}

/**
 * `failed`: files that could not be written. For these and the refused ones, the store has their actual text, or if they
 * can't be read, the text from before the decision.
 */
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
    const { store } = this.options;
    store.undecide(file);
    const text = await readTracked(this.options, file);
    if (text !== undefined) store.observed(file, text);
  }
}
