import type {
  ChangeSource,
  Choice,
  Decided,
  FileChanges,
  Hunk,
  HunkPlace,
  TextChange,
  TextToWrite,
} from '../ports/changes';
import { editByOthers, keep, marked, undo, unchanged } from './fileChanges';
import { lineEditOf, splitLines } from './lineEdits';
import { observedByAgent, observedByOthers } from './observe';
import { stepOf, taken, type FileStep } from './stepBack';

/** What was kept at once of one call: the file before and after that, with what was not decided in both. */
export interface Kept {
  readonly file: string;
  readonly before: FileChanges;
  readonly after: FileChanges;
  readonly source: ChangeSource;
}

/** `left`: hunks that were not undone, because they are all that holds what somebody wrote into a file that was not there. */
export interface Decision {
  readonly decided: readonly Decided[];
  readonly kept: readonly Kept[];
  readonly left: readonly HunkPlace[];
  readonly writes: readonly TextToWrite[];
}

/** A decision that was taken back. `hunks`: how many are to be decided again. */
export interface StepBack {
  readonly choice: Choice;
  readonly hunks: number;
  readonly writes: readonly TextToWrite[];
}

interface Step {
  readonly choice: Choice;
  readonly files: Map<string, FileStep>;
}

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
    return this.files().flatMap(file => (this.#files.get(file)?.hunks ?? []).map(hunk => ({ file, hunk })));
  }

  /** Puts back what was stored of a file. */
  restore(file: string, state: FileChanges): void {
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
  agentMade(
    file: string,
    before: readonly string[] | null,
    lines: readonly string[] | null,
    source: ChangeSource,
  ): void {
    const known = this.#observed(file, before);
    // What was decided before is what this edit builds on.
    this.#last?.files.delete(file);
    this.#set(file, observedByAgent(known, lines, source, this.options.newId));
  }

  /** What the file holds now; whatever is not known of it yet was somebody else's doing. Null: there is no file. */
  observed(file: string, text: string | null): void {
    if (this.#files.has(file)) this.#set(file, this.#observed(file, linesOf(text)), true);
  }

  /** Edits by others as an editor reports them, all in terms of the text before. False if they don't fit what is known. */
  edited(file: string, changes: readonly TextChange[]): boolean {
    const known = this.#files.get(file);
    if (!known) return true;
    const later = (a: TextChange, b: TextChange) =>
      b.start.line - a.start.line || b.start.character - a.start.character;
    let state = known;
    for (const change of [...changes].sort(later)) {
      const edit = lineEditOf(state.lines, change);
      if (!edit) return false;
      this.#follow(file, shadow => editByOthers(shadow, edit));
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
    this.options.onChange([from, to]);
  }

  /** Nothing of the file is under review any longer. */
  forget(file: string): void {
    if (this.#files.delete(file)) this.options.onChange([file]);
  }

  /** Decides hunks; those that are no longer there are passed over. Whoever calls writes what comes of it. */
  decide(ids: readonly string[], choice: Choice): Decision {
    const wanted = new Set(ids);
    const decided: Decided[] = [];
    const kept: Kept[] = [];
    const left: HunkPlace[] = [];
    const writes: TextToWrite[] = [];
    const files = new Map<string, FileStep>();
    for (const file of this.files()) {
      const state = this.#files.get(file) ?? unchanged(null);
      const stays = ({ isEdited }: Hunk) => choice === 'undo' && !state.wasThere && isEdited;
      const named = state.hunks.filter(({ id }) => wanted.has(id));
      left.push(...named.filter(stays).map(hunk => ({ file, hunk })));
      const hunks = named.filter(hunk => !stays(hunk));
      if (hunks.length === 0) continue;
      decided.push(...hunks.map(hunk => decidedOf(file, state, hunk, choice)));
      const next = (choice === 'keep' ? keep : undo)(state, new Set(hunks.map(({ id }) => id)));
      files.set(file, stepOf(state, next, hunks, choice));
      this.#files.set(file, next);
      if (choice === 'undo') writes.push(writeOf(file, state, next));
      else kept.push(...keptOf(file, state, hunks));
    }
    if (decided.length > 0) {
      this.#last = { choice, files };
      this.#dropSettled();
      this.options.onChange([...files.keys()]);
    }
    return { decided, kept, left, writes };
  }

  mark(ids: readonly string[], isSeen: boolean): void {
    const wanted = new Set(ids);
    for (const [file, state] of this.#files) this.#set(file, marked(state, wanted, isSeen));
  }

  /** What the last decision was, if it can be taken back. */
  get lastChoice(): Choice | undefined {
    return this.#last?.choice;
  }

  /**
   * Takes the last decision back. What others have edited since stays: hunks that they have changed are not brought back.
   * Whoever calls writes what comes of it. Null if there is none.
   */
  stepBack(): StepBack | null {
    const step = this.#last;
    if (!step) return null;
    this.#last = undefined;
    const writes: TextToWrite[] = [];
    let hunks = 0;
    for (const [file, each] of step.files) {
      const state = this.#files.get(file);
      if (!state) continue;
      const next = taken(state, each, step.choice);
      hunks += next.hunks.length - state.hunks.length;
      this.#files.set(file, next);
      if (step.choice === 'undo') writes.push(writeOf(file, state, next));
    }
    this.#dropSettled();
    this.options.onChange([...step.files.keys()]);
    return { choice: step.choice, hunks, writes };
  }

  /** Takes the last decision back in one file, which could not be written. */
  undecide(file: string): void {
    const step = this.#last?.files.get(file);
    const state = this.#files.get(file);
    if (!this.#last || !step || !state) return;
    this.#last.files.delete(file);
    this.#set(file, taken(state, step, this.#last.choice));
  }

  #observed(file: string, lines: readonly string[] | null): FileChanges {
    const known = this.#files.get(file);
    if (!known) return unchanged(lines);
    this.#follow(file, shadow => observedByOthers(shadow, lines));
    return observedByOthers(known, lines);
  }

  #follow(file: string, edit: (shadow: FileChanges) => FileChanges): void {
    const step = this.#last?.files.get(file);
    if (step) step.shadow = edit(step.shadow);
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

function linesOf(text: string | null): readonly string[] | null {
  return text === null ? null : splitLines(text);
}

function decidedOf(file: string, { lines }: FileChanges, hunk: Hunk, choice: Choice): Decided {
  const { id, start, end, base, sources, isEdited } = hunk;
  return {
    file,
    id,
    choice,
    line: start + 1,
    sources,
    base: base.join(''),
    text: lines.slice(start, end).join(''),
    isEdited,
  };
}

/** Call by call, so that each is known by its own. */
function keptOf(file: string, state: FileChanges, hunks: readonly Hunk[]): Kept[] {
  const calls = new Map<string, { readonly source: ChangeSource; readonly ids: Set<string> }>();
  for (const { id, sources } of hunks) {
    const source = sources.at(-1);
    if (!source) continue;
    const key = `${source.sessionId}/${source.callId}`;
    const call = calls.get(key) ?? { source, ids: new Set() };
    calls.set(key, call);
    call.ids.add(id);
  }
  let before = state;
  return [...calls.values()].map(({ source, ids }) => {
    const each = { file, before, after: keep(before, ids), source };
    before = each.after;
    return each;
  });
}

function writeOf(file: string, before: FileChanges, after: FileChanges): TextToWrite {
  const textOf = ({ isThere, lines }: FileChanges) => (isThere ? lines.join('') : null);
  return { file, before: textOf(before), text: textOf(after) };
}
