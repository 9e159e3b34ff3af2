import type { ChangeSource, FileChanges, HunkPlace } from '../ports/changes';
import { ChangeStore } from './changeStore';
import type { Kept } from './decideHunks';
import { baseOf } from './fileChanges';
import { splitLines } from './lineEdits';
import { committedHunks } from './observe';

export interface KeptChangesOptions {
  readonly newId: () => string;
  /** Called with the files of which something else is kept; must not throw. */
  readonly onChange: (files: readonly string[]) => void;
}

/**
 * What the user has kept and not committed: by file, over the text without what is still to be decided. What the user has
 * written besides is in none of its hunks.
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

  /** To be called with each decision. */
  kept(all: readonly Kept[]): void {
    for (const { file, before, after, source } of all) this.#take(file, before, after, source);
  }

  /** What the file holds without what is still to be decided; null: it is not there. Others' edits since are nobody's hunks. */
  observed(file: string, text: string | null): void {
    this.#store.observed(file, text);
  }

  /** What is in a commit is no longer to be staged. `text`: what the file holds in it. */
  committed(file: string, text: string): void {
    const state = this.#store.stateOf(file);
    if (!state?.isThere) return;
    this.#store.decide(committedHunks(state, splitLines(text)), 'keep');
  }

  #take(file: string, before: FileChanges, after: FileChanges, source: ChangeSource): void {
    this.#store.agentMade(file, keptLines(before), keptLines(after), source);
  }
}

/** What a file holds without what is still to be decided; null: it is not there then. */
export function keptText(state: FileChanges): string | null {
  return keptLines(state)?.join('') ?? null;
}

function keptLines(state: FileChanges): readonly string[] | null {
  if (state.hunks.length === 0) return state.isThere ? state.lines : null;
  return state.wasThere ? baseOf(state) : null;
}
