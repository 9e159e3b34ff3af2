import type { ChangeSource, FileChanges, HunkPlace } from '../ports/changes';
import { ChangeStore } from './changeStore';
import type { Kept } from './decideHunks';
import { baseOf } from './fileChanges';
import { splitLines } from './lineEdits';
import { committedHunks } from './observe';

export interface KeptChangesOptions {
  readonly newId: () => string;
  /** Called with the files whose kept changes differ now; must not throw. */
  readonly onChange: (files: readonly string[]) => void;
}

/**
 * The changes that the user has kept but not committed, by file, relative to the text without undecided hunks. The
 * user's own edits are in none of its hunks.
 */
export class KeptChanges {
  readonly #store: ChangeStore;

  constructor(options: KeptChangesOptions) {
    this.#store = new ChangeStore(options);
  }

  files(): readonly string[] {
    return this.#store.files();
  }

  stateOf(file: string): FileChanges | undefined {
    return this.#store.stateOf(file);
  }

  all(): readonly HunkPlace[] {
    return this.#store.all();
  }

  restore(file: string, state: FileChanges): void {
    this.#store.restore(file, state);
  }

  /** Call this with each decision. */
  kept(all: readonly Kept[]): void {
    for (const { file, before, after, source } of all) this.#take(file, before, after, source);
  }

  /** The file's text without undecided hunks; null: it does not exist. Edits by others since then belong to no hunk. */
  observed(file: string, text: string | null): void {
    this.#store.observed(file, text);
  }

  /** Changes in a commit need not be staged any more. `text`: the file's text in the commit. */
  committed(file: string, text: string): void {
    const state = this.#store.stateOf(file);
    if (!state?.isThere) return;
    this.#store.decide(committedHunks(state, splitLines(text)), 'keep');
  }

  #take(file: string, before: FileChanges, after: FileChanges, source: ChangeSource): void {
    this.#store.agentMade(file, keptLines(before), keptLines(after), source);
  }
}

/** A file's text without undecided hunks; null: it does not exist without them. */
export function keptText(state: FileChanges): string | null {
  return keptLines(state)?.join('') ?? null;
}

function keptLines(state: FileChanges): readonly string[] | null {
  if (state.hunks.length === 0) return state.isThere ? state.lines : null;
  return state.wasThere ? baseOf(state) : null;
}
