import type { EditProposal } from '../../shared/proposals';
import type { ChangeSource, FileChanges, ProposalTracking, ProposedEdits } from '../ports/changes';
import { unchanged } from './fileChanges';
import { splitLines } from './lineEdits';
import type { LostChanges } from './lostChanges';
import { observedByAgent } from './observe';

export interface ProposedChangesOptions {
  readonly newId: () => string;
  readonly lost: Pick<LostChanges, 'list'>;
  /** Stores a file as a proposed edit would make it; null: the user has decided. Must not throw. */
  readonly onProposed?: ((key: string, state: FileChanges | null) => void) | undefined;
}

/**
 * Edits that wait for the user before they are written, stored so that they outlive the window. If it ends before the
 * user decides, they become changes that need the user as soon as their chat is open again.
 */
export class ProposedChanges implements ProposalTracking {
  /** What earlier and other windows have stored. */
  readonly #stored = new Map<string, FileChanges>();
  /** Sessions that end with the window, though the user has not decided. */
  readonly #left = new Set<string>();

  constructor(private readonly options: ProposedChangesOptions) {}

  /** `state` null: the user has decided in the window that stored it. */
  restore(key: string, state: FileChanges | null): void {
    if (state) this.#stored.set(key, state);
    else this.#stored.delete(key);
  }

  propose(edits: readonly EditProposal[], source: ChangeSource): ProposedEdits {
    const { newId, onProposed } = this.options;
    const keys = edits.map(({ file }) => `${file}\0${newId()}`);
    const save = (texts?: readonly string[]) =>
      edits.forEach(({ before, after }, index) => {
        const base = unchanged(before === null ? null : splitLines(before));
        const state = observedByAgent(base, splitLines(texts?.[index] ?? after), source, newId);
        onProposed?.(keys[index] ?? '', state.hunks.length > 0 ? state : null);
      });
    save();
    return {
      stored: Promise.resolve(),
      edited: save,
      decided: () => {
        if (!this.#left.has(source.sessionId)) keys.forEach(key => onProposed?.(key, null));
      },
    };
  }

  leaves(sessionId: string): void {
    this.#left.add(sessionId);
  }

  /** Lists what the user had not decided in the session. */
  recovered(sessionId: string): void {
    for (const [key, state] of [...this.#stored]) {
      if (state.hunks[0]?.sources[0]?.sessionId !== sessionId) continue;
      this.#stored.delete(key);
      this.options.lost.list(key.split('\0')[0] ?? key, state);
      this.options.onProposed?.(key, null);
    }
  }
}
