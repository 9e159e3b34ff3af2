import type { FileChanges } from '../ports/changes';

/** Files whose hunks are kept in mind after something took them away. */
const MOST = 200;

/**
 * Hunks that something outside of the editor has taken away, such as `git stash` or a checkout: they are decidable again
 * when the file holds exactly what it held then.
 */
export class SetAside {
  readonly #states = new Map<string, FileChanges>();

  files(): readonly string[] {
    return [...this.#states.keys()];
  }

  has(file: string): boolean {
    return this.#states.has(file);
  }

  /** To be called with what was known of a file before and after it was seen to hold something else. */
  observed(file: string, before: FileChanges | undefined, after: FileChanges | undefined): void {
    const left = new Set(after?.hunks.map(({ id }) => id));
    if (!before?.isThere || before.hunks.every(({ id }) => left.has(id))) return;
    this.#states.delete(file);
    this.#states.set(file, before);
    const [oldest] = this.#states.keys();
    if (this.#states.size > MOST && oldest !== undefined) this.#states.delete(oldest);
  }

  /** What is known of a file that holds this text again; undefined: nothing. */
  take(file: string, text: string | null): FileChanges | undefined {
    const state = this.#states.get(file);
    if (state?.lines.join('') !== text) return undefined;
    this.#states.delete(file);
    return state;
  }

  /** What the agent, or a decision, makes of the file is newer. */
  forget(file: string): void {
    this.#states.delete(file);
  }
}
