import type { Decided, FileChanges } from '../ports/changes';
import type { ChangeStore } from './changeStore';
import type { Decisions } from './decisions';
import { baseOf } from './fileChanges';
import type { LostChanges } from './lostChanges';
import type { OwnWrites } from './ownWrites';
import type { ReviewNews } from './reviewNews';

interface AdoptedChangesParts {
  readonly store: ChangeStore;
  readonly lost: LostChanges;
  readonly news: ReviewNews;
  readonly decisions: Pick<Decisions, 'madeElsewhere' | 'cameBack'>;
  readonly writing: OwnWrites;
  /** Undefined: the file can't be read. */
  readonly read: (file: string) => Promise<string | null | undefined>;
}

/** Takes over what other windows do to the changes under review, as they store it. */
export class AdoptedChanges {
  #adopting: string | undefined;
  /** By file, the hunks of decisions that were heard of before the state that they led to. */
  readonly #heard = new Map<string, readonly string[]>();

  constructor(private readonly parts: AdoptedChangesParts) {}

  /**
   * Takes over another window's review state of a file; null: nothing in it is under review. The other window has
   * stored it already, so it must not be stored again (see `isAdopting`).
   */
  async adopt(file: string, state: FileChanges | null): Promise<void> {
    if (this.parts.writing.has(file)) return;
    const { store, lost, decisions, read } = this.parts;
    const known = store.stateOf(file);
    this.#adoptNow(file, () => {
      lost.outdate(file);
      // The other window may have reverted a decision.
      decisions.cameBack(state?.hunks.map(({ id }) => id) ?? []);
      store.adopt(file, state);
      // A watcher may have missed them in the meantime.
      lost.dismiss(this.#heard.get(file) ?? []);
      this.#heard.delete(file);
    });
    const adopted = store.stateOf(file);
    const text = await read(file);
    // What this window has decided or seen while the file was read is newer, and stored by it.
    if (text === undefined || store.stateOf(file) !== adopted) return;
    // The other window stores before it writes; until it has written, the file's old text is not someone's edit.
    const isToCome = [known && textOf(known), state && baseTextOf(state)].includes(text);
    if (!isToCome) this.#adoptNow(file, () => store.observed(file, text));
  }

  #adoptNow(file: string, take: () => void): void {
    this.#adopting = file;
    try {
      take();
    } finally {
      this.#adopting = undefined;
    }
  }

  /** True while another window's stored state of a file is being taken over. */
  isAdopting(file: string): boolean {
    return this.#adopting === file;
  }

  /** Another window has decided; the models of this window's chats must be told. */
  heardOf(decided: readonly Decided[]): void {
    // Hunks that it undid may already have been noticed as missing, and be listed as lost.
    this.parts.lost.dismiss(decided.map(({ id }) => id));
    for (const { file, id } of decided) this.#heard.set(file, [...(this.#heard.get(file) ?? []), id]);
    this.parts.news.decided(decided);
    this.parts.decisions.madeElsewhere(decided);
  }
}

function textOf({ isThere, lines }: FileChanges): string | null {
  return isThere ? lines.join('') : null;
}

function baseTextOf(state: FileChanges): string | null {
  return state.wasThere ? baseOf(state).join('') : null;
}
