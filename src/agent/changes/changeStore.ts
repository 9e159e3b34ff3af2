import type { ChangeSource, Choice, FileChanges, HunkPlace, TextChange } from '../ports/changes';
import { decideAll, stepBackOf, type Decision, type StepBack } from './decideHunks';
import { editByOthers, marked, unchanged } from './fileChanges';
import { LastDecision } from './lastDecision';
import { lineEditOf, splitLines } from './lineEdits';
import { observedByAgent, observedByOthers } from './observe';
import { taken } from './stepBack';

/** Null: the file does not exist. */
type Lines = readonly string[] | null;

/** More edits at once, as of a formatter, take longer one by one than a comparison of the texts. */
const MOST_EDITS = 200;

export interface ChangeStoreOptions {
  readonly newId: () => string;
  /** Called after each change to what is under review; must not throw. `others`: caused by someone else's edit. */
  readonly onChange: (files: readonly string[], others?: boolean) => void;
}

/**
 * All changes under review, by file, for all chats. Tracks the files' texts and computes what they should become, but
 * never reads or writes files.
 */
export class ChangeStore {
  readonly #files = new Map<string, FileChanges>();
  readonly #last = new LastDecision();

  constructor(private readonly options: ChangeStoreOptions) {}

  /** Files with hunks, in the order in which they came under review. */
  files(): readonly string[] {
    return [...this.#files].flatMap(([file, { hunks }]) => (hunks.length > 0 ? [file] : []));
  }

  /** Undefined if the file is not tracked. */
  stateOf(file: string): FileChanges | undefined {
    return this.#files.get(file);
  }

  all(): HunkPlace[] {
    return [...this.#files].flatMap(([file, { hunks }]) => hunks.map(hunk => ({ file, hunk })));
  }

  /** Restores an earlier state of a file whose current text is the text of that state. */
  restore(file: string, state: FileChanges): void {
    this.#last.follow(file, shadow => without(observedByOthers(shadow, state.lines), state));
    this.#set(file, state);
  }

  /** Takes over another window's state of a file; null: nothing is left to decide. */
  adopt(file: string, state: FileChanges | null): void {
    this.#last.drop(file);
    if (state) this.#set(file, state);
    else this.forget(file);
  }

  /** An edit by the agent. `before`: the file's text then; null: it did not exist. `after` null: it was deleted. */
  agentEdited(file: string, before: string | null, after: string | null, source: ChangeSource): void {
    this.agentMade(file, linesOf(before), linesOf(after), source);
  }

  /** The same, in lines, so that large files need not be split again. */
  agentMade(file: string, before: Lines, lines: Lines, source: ChangeSource): void {
    const next = observedByAgent(this.#observed(file, before), lines, source, this.options.newId);
    // The edit builds on earlier decisions, so the last one can no longer be reverted in this file.
    this.#last.drop(file);
    this.#set(file, next);
  }

  /** The file's current text; any difference from the known text was made by someone else. Null: no file exists. */
  observed(file: string, text: string | null, seen = observedByOthers): void {
    if (this.#files.has(file)) this.#set(file, this.#observed(file, linesOf(text), seen), true);
  }

  /**
   * Edits by others as an editor reports them, relative to the text before. False if they don't fit the known text, or if
   * they are so many that `observed` is quicker.
   */
  edited(file: string, changes: readonly TextChange[]): boolean {
    const known = this.#files.get(file);
    if (!known) return true;
    if (changes.length > MOST_EDITS) return false;
    let state = known;
    for (const change of lastFirst(changes)) {
      const edit = lineEditOf(state.lines, change);
      if (!edit) return false;
      this.#last.follow(file, shadow => editByOthers(shadow, edit));
      state = editByOthers(state, edit);
    }
    this.#set(file, state, true);
    return true;
  }

  /** Call this when a file was renamed or moved. */
  renamed(from: string, to: string): void {
    const known = this.#files.get(from);
    if (!known) return;
    this.#files.delete(from);
    this.#files.set(to, known);
    this.#last.renamed(from, to);
    this.options.onChange([from, to]);
  }

  /** Stops tracking the file. */
  forget(file: string): void {
    if (this.#files.delete(file)) this.options.onChange([file]);
  }

  /** Decides hunks; those that no longer exist are skipped. The caller must write the outcome. */
  decide(ids: readonly string[], choice: Choice): Decision {
    const { made, decision } = decideAll(this.#files, new Set(ids), choice);
    if (made.size === 0) return decision;
    for (const [file, { next }] of made) this.#files.set(file, next);
    const id = this.#last.made(choice, new Map([...made].map(([file, { step }]) => [file, step])));
    this.#dropSettled();
    this.options.onChange([...made.keys()]);
    return { ...decision, id };
  }

  mark(ids: readonly string[], isSeen: boolean): void {
    const wanted = new Set(ids);
    for (const [file, state] of this.#files) this.#set(file, marked(state, wanted, isSeen));
  }

  /** The id of the last decision, if it can be reverted. */
  get lastDecision(): number | undefined {
    return this.#last.id;
  }

  /**
   * Reverts the last decision, except for hunks that others have edited since; the caller must write the outcome. Null
   * if that is not possible, or not the decision with that id.
   */
  stepBack(id?: number): StepBack | null {
    const step = this.#last.take(id);
    if (!step) return null;
    const { next, stepBack } = stepBackOf(this.#files, step);
    for (const [file, state] of next) this.#files.set(file, state);
    this.#dropSettled();
    this.options.onChange([...step.files.keys()]);
    return stepBack;
  }

  /** Reverts the last decision in one file, which could not be written. */
  undecide(file: string): void {
    const { choice } = this.#last;
    const [step, state] = [this.#last.stepOf(file), this.#files.get(file)];
    if (!choice || !step || !state) return;
    this.#last.drop(file);
    this.#set(file, taken(state, step, choice));
  }

  #observed(file: string, lines: Lines, seen = observedByOthers): FileChanges {
    const known = this.#files.get(file);
    if (!known) return unchanged(lines);
    this.#last.follow(file, shadow => observedByOthers(shadow, lines));
    return seen(known, lines);
  }

  #set(file: string, state: FileChanges, others = false): void {
    if (this.#files.get(file) === state) return;
    this.#files.set(file, state);
    this.#dropSettled();
    this.options.onChange([file], others);
  }

  /** Files are tracked while there is something to decide, or a decision to revert. */
  #dropSettled(): void {
    for (const [file, { hunks }] of this.#files) {
      if (hunks.length === 0 && !this.#last.stepOf(file)) this.#files.delete(file);
    }
  }
}

/** What reverting a decision would change, without the hunks that are open again: no hunk can be brought back twice. */
function without(shadow: FileChanges, { hunks }: FileChanges): FileChanges {
  const open = new Set(hunks.map(({ id }) => id));
  return { ...shadow, hunks: shadow.hunks.filter(({ id }) => !open.has(id)) };
}

function linesOf(text: string | null): Lines {
  return text === null ? null : splitLines(text);
}

function lastFirst(changes: readonly TextChange[]): readonly TextChange[] {
  return [...changes].sort((a, b) => b.start.line - a.start.line || b.start.character - a.start.character);
}
