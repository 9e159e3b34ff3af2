import type { ChangeSource, Choice, FileChanges, HunkPlace, TextChange } from '../ports/changes';
import { canTakeBack, decideAll, stepBackOf, type Decision, type Step, type StepBack } from './decideHunks';
import { editByOthers, marked, unchanged } from './fileChanges';
import { lineEditOf, splitLines } from './lineEdits';
import { observedByAgent, observedByOthers } from './observe';
import { taken } from './stepBack';

/** Of a file; null: there is none. */
type Lines = readonly string[] | null;

export interface ChangeStoreOptions {
  readonly newId: () => string;
  /** Called after each change of what is under review; must not throw. `others`: it came of somebody else's edit. */
  readonly onChange: (files: readonly string[], others?: boolean) => void;
}

/**
 * All changes under review, by file, whichever chat they are of. Holds what files hold and decides what they should; it
 * reads and writes none.
 */
export class ChangeStore {
  readonly #files = new Map<string, FileChanges>();
  #last: Step | undefined;

  constructor(private readonly options: ChangeStoreOptions) {}

  /** Files with hunks, in the order in which they came under review. */
  files(): readonly string[] {
    return [...this.#files].flatMap(([file, { hunks }]) => (hunks.length > 0 ? [file] : []));
  }

  /** Undefined if nothing is known of the file. */
  stateOf(file: string): FileChanges | undefined {
    return this.#files.get(file);
  }

  all(): HunkPlace[] {
    return [...this.#files].flatMap(([file, { hunks }]) => hunks.map(hunk => ({ file, hunk })));
  }

  /** Puts back what was known of a file when it held what it holds now. */
  restore(file: string, state: FileChanges): void {
    follow(this.#last, file, shadow => observedByOthers(shadow, state.lines));
    this.#set(file, state);
  }

  /** What another window has made of what is under review of a file; null: there is nothing to decide any longer. */
  adopt(file: string, state: FileChanges | null): void {
    this.#last?.files.delete(file);
    if (state) this.#set(file, state);
    else this.forget(file);
  }

  /** An edit of the agent. `before` is what the file held then; null: there was none, or there is none afterwards. */
  agentEdited(file: string, before: string | null, after: string | null, source: ChangeSource): void {
    this.agentMade(file, linesOf(before), linesOf(after), source);
  }

  /** The same, in lines: large files are not taken apart again. */
  agentMade(file: string, before: Lines, lines: Lines, source: ChangeSource): void {
    const next = observedByAgent(this.#observed(file, before), lines, source, this.options.newId);
    // What was decided before is what this edit builds on.
    this.#last?.files.delete(file);
    this.#set(file, next);
  }

  /** What the file holds now; whatever is not known of it yet was somebody else's doing. Null: there is no file. */
  observed(file: string, text: string | null): void {
    if (this.#files.has(file)) this.#set(file, this.#observed(file, linesOf(text)), true);
  }

  /** Edits by others as an editor reports them, all in terms of the text before. False if they don't fit what is known. */
  edited(file: string, changes: readonly TextChange[]): boolean {
    const known = this.#files.get(file);
    if (!known) return true;
    let state = known;
    for (const change of lastFirst(changes)) {
      const edit = lineEditOf(state.lines, change);
      if (!edit) return false;
      follow(this.#last, file, shadow => editByOthers(shadow, edit));
      state = editByOthers(state, edit);
    }
    this.#set(file, state, true);
    return true;
  }

  /** The file is somewhere else now. */
  renamed(from: string, to: string): void {
    const known = this.#files.get(from);
    if (!known) return;
    this.#files.delete(from);
    this.#files.set(to, known);
    const step = this.#last?.files.get(from);
    this.#last?.files.delete(from);
    this.#last?.files.delete(to);
    if (step) this.#last?.files.set(to, step);
    this.options.onChange([from, to]);
  }

  /** Nothing of the file is under review any longer. */
  forget(file: string): void {
    if (this.#files.delete(file)) this.options.onChange([file]);
  }

  /** Decides hunks; those that are no longer there are passed over. Whoever calls writes what comes of it. */
  decide(ids: readonly string[], choice: Choice): Decision {
    const { made, decision } = decideAll(this.#files, new Set(ids), choice);
    if (made.size > 0) {
      for (const [file, { next }] of made) this.#files.set(file, next);
      this.#last = { choice, files: new Map([...made].map(([file, { step }]) => [file, step])) };
      this.#dropSettled();
      this.options.onChange([...made.keys()]);
    }
    return decision;
  }

  mark(ids: readonly string[], isSeen: boolean): void {
    const wanted = new Set(ids);
    for (const [file, state] of this.#files) this.#set(file, marked(state, wanted, isSeen));
  }

  /** What the last decision was, if it can be taken back. */
  get lastChoice(): Choice | undefined {
    return this.#last && canTakeBack(this.#last) ? this.#last.choice : undefined;
  }

  /**
   * Takes the last decision back. What others have edited since stays: hunks that they have changed are not brought back.
   * Whoever calls writes what comes of it. Null if there is none.
   */
  stepBack(): StepBack | null {
    const step = this.#last;
    if (!step || !canTakeBack(step)) return null;
    this.#last = undefined;
    const { next, stepBack } = stepBackOf(this.#files, step);
    for (const [file, state] of next) this.#files.set(file, state);
    this.#dropSettled();
    this.options.onChange([...step.files.keys()]);
    return stepBack;
  }

  /** Takes the last decision back in one file, which could not be written. */
  undecide(file: string): void {
    const [step, state] = [this.#last?.files.get(file), this.#files.get(file)];
    if (!this.#last || !step || !state) return;
    this.#last.files.delete(file);
    this.#set(file, taken(state, step, this.#last.choice));
  }

  #observed(file: string, lines: Lines): FileChanges {
    const known = this.#files.get(file);
    if (!known) return unchanged(lines);
    follow(this.#last, file, shadow => observedByOthers(shadow, lines));
    return observedByOthers(known, lines);
  }

  #set(file: string, state: FileChanges, others = false): void {
    if (this.#files.get(file) === state) return;
    this.#files.set(file, state);
    this.#dropSettled();
    this.options.onChange([file], others);
  }

  /** Files are followed for as long as there is something to decide, or a decision to take back. */
  #dropSettled(): void {
    for (const [file, { hunks }] of this.#files) {
      if (hunks.length === 0 && !this.#last?.files.has(file)) this.#files.delete(file);
    }
  }
}

/** What has happened since a decision that may be taken back. */
function follow(last: Step | undefined, file: string, edit: (shadow: FileChanges) => FileChanges): void {
  const step = last?.files.get(file);
  if (step) step.shadow = edit(step.shadow);
}

function linesOf(text: string | null): Lines {
  return text === null ? null : splitLines(text);
}

function lastFirst(changes: readonly TextChange[]): readonly TextChange[] {
  return [...changes].sort((a, b) => b.start.line - a.start.line || b.start.character - a.start.character);
}
