import type { Decided, FileChanges } from '../ports/changes';
import type { TrackedFiles } from './approvedWrites';
import type { ChangeStore } from './changeStore';
import { baseOf } from './fileChanges';
import type { LostChanges } from './lostChanges';
import type { OwnWrites } from './ownWrites';
import type { ReviewNews } from './reviewNews';

interface AdoptedChangesParts {
  readonly store: ChangeStore;
  readonly lost: LostChanges;
  readonly news: ReviewNews;
  readonly writing: OwnWrites;
  readonly files: Pick<TrackedFiles, 'read'>;
}

/** What other windows do to what is under review, taken over from what they store. */
export class AdoptedChanges {
  readonly #adopting = new Set<string>();

  constructor(private readonly parts: AdoptedChangesParts) {}

  /** What another window has made of what is under review of a file. Nothing of that is news to whoever stores it. */
  async adopt(file: string, state: FileChanges | null): Promise<void> {
    if (this.parts.writing.has(file)) return;
    const known = this.parts.store.stateOf(file);
    this.#adopting.add(file);
    try {
      this.parts.lost.outdate(file);
      this.parts.store.adopt(file, state);
      const text = await this.parts.files.read(file);
      // It stores first and writes then: what the file still holds is nobody's edit.
      const isToCome = [known && textOf(known), state && baseTextOf(state)].includes(text);
      if (!isToCome) this.parts.store.observed(file, text);
    } finally {
      this.#adopting.delete(file);
    }
  }

  /** True while what another window has stored of a file is taken over. */
  isAdopting(file: string): boolean {
    return this.#adopting.has(file);
  }

  /** Another window has decided; the models of this one's chats are to hear of it. */
  heardOf(decided: readonly Decided[]): void {
    // What it has undone may have been seen to go before it said so.
    this.parts.lost.dismiss(decided.map(({ id }) => id));
    this.parts.news.decided(decided);
  }
}

function textOf({ isThere, lines }: FileChanges): string | null {
  return isThere ? lines.join('') : null;
}

function baseTextOf(state: FileChanges): string | null {
  return state.wasThere ? baseOf(state).join('') : null;
}
