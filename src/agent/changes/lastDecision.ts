import type { Choice, FileChanges } from '../ports/changes';
import type { Step } from './decideHunks';
import { placesOf, type FileStep } from './stepBack';

/** The decision made last, as long as it can be reverted. */
export class LastDecision {
  #step: Step | undefined;
  #count = 0;

  /** Returns the decision's id. */
  made(choice: Choice, files: Map<string, FileStep>): number {
    this.#step = { id: ++this.#count, choice, files };
    return this.#count;
  }

  /** Undefined if there is none, or others have changed all of its hunks since. */
  get id(): number | undefined {
    const files = [...(this.#step?.files.values() ?? [])];
    return files.some(step => placesOf(step).length > 0) ? this.#step?.id : undefined;
  }

  get choice(): Choice | undefined {
    return this.#step?.choice;
  }

  stepOf(file: string): FileStep | undefined {
    return this.#step?.files.get(file);
  }

  /** Returns the decision in order to revert it; undefined if that isn't possible, or not the one with that id. */
  take(id = this.id): Step | undefined {
    if (id === undefined || id !== this.id) return undefined;
    const step = this.#step;
    this.#step = undefined;
    return step;
  }

  /** It can't be reverted in this file any more. */
  drop(file: string): void {
    this.#step?.files.delete(file);
  }

  renamed(from: string, to: string): void {
    const step = this.stepOf(from);
    this.drop(from);
    this.drop(to);
    if (step) this.#step?.files.set(to, step);
  }

  /** Must be called with each edit by others. */
  follow(file: string, edit: (shadow: FileChanges) => FileChanges): void {
    const step = this.stepOf(file);
    if (step) step.shadow = edit(step.shadow);
  }
}
