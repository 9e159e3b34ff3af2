// Computes the outcome of a decision about hunks of a file; pure.
import type { ChangeSource, Choice, Decided, FileChanges, Hunk, HunkPlace, TextToWrite } from '../ports/changes';
import { keep, undo } from './fileChanges';
import { stepOf, taken, type FileStep } from './stepBack';

/** What one decision kept from one call: the file before and after, both including undecided hunks. */
export interface Kept {
  readonly file: string;
  readonly before: FileChanges;
  readonly after: FileChanges;
  readonly source: ChangeSource;
}

/** `left`: hunks that were not undone, because they hold all that someone else wrote into a file that did not exist. */
export interface Decision {
  /** Identifies the decision; absent: nothing was decided. */
  readonly id?: number;
  readonly decided: readonly Decided[];
  readonly kept: readonly Kept[];
  readonly left: readonly HunkPlace[];
  readonly writes: readonly TextToWrite[];
}

/** A decision that was reverted. `hunks`: how many are open for decision again. */
export interface StepBack {
  readonly choice: Choice;
  readonly hunks: number;
  readonly writes: readonly TextToWrite[];
}

/** A decision that can be reverted. */
export interface Step {
  readonly id: number;
  readonly choice: Choice;
  readonly files: Map<string, FileStep>;
}

/** A decision in one file. */
export interface FileDecision {
  readonly next: FileChanges;
  readonly step: FileStep;
  readonly decided: readonly Decided[];
  readonly kept: readonly Kept[];
  readonly writes: readonly TextToWrite[];
}

/** Decides the given hunks. `left`: those not undone because they hold all that someone else wrote into a new file. */
export function decideAll(
  files: ReadonlyMap<string, FileChanges>,
  wanted: ReadonlySet<string>,
  choice: Choice,
): { readonly made: ReadonlyMap<string, FileDecision>; readonly decision: Decision } {
  const made = new Map<string, FileDecision>();
  const left: HunkPlace[] = [];
  for (const [file, state] of files) {
    const stays = ({ isEdited }: Hunk) => choice === 'undo' && !state.wasThere && isEdited;
    const named = state.hunks.filter(({ id }) => wanted.has(id));
    left.push(...named.filter(stays).map(hunk => ({ file, hunk })));
    const hunks = named.filter(hunk => !stays(hunk));
    if (hunks.length > 0) made.set(file, decideHunks(file, state, hunks, choice));
  }
  const all = [...made.values()];
  const decision = {
    decided: all.flatMap(({ decided }) => decided),
    kept: all.flatMap(({ kept }) => kept),
    left,
    writes: all.flatMap(({ writes }) => writes),
  };
  return { made, decision };
}

/** The files' states with a decision reverted. */
export function stepBackOf(
  files: ReadonlyMap<string, FileChanges>,
  step: Step,
): { readonly next: ReadonlyMap<string, FileChanges>; readonly stepBack: StepBack } {
  const back = [...step.files].flatMap(([file, each]) => {
    const state = files.get(file);
    return state ? [{ file, state, next: taken(state, each, step.choice) }] : [];
  });
  const stepBack = {
    choice: step.choice,
    hunks: back.reduce((sum, { state, next }) => sum + next.hunks.length - state.hunks.length, 0),
    writes: step.choice === 'undo' ? back.map(({ file, state, next }) => writeOf(file, state, next)) : [],
  };
  return { next: new Map(back.map(({ file, next }) => [file, next])), stepBack };
}

function decideHunks(file: string, state: FileChanges, hunks: readonly Hunk[], choice: Choice): FileDecision {
  const next = (choice === 'keep' ? keep : undo)(state, new Set(hunks.map(({ id }) => id)));
  return {
    next,
    step: stepOf(state, next, hunks, choice),
    decided: hunks.map(hunk => decidedOf(file, state, hunk, choice)),
    kept: choice === 'keep' ? keptOf(file, state, hunks) : [],
    writes: choice === 'undo' ? [writeOf(file, state, next)] : [],
  };
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

/** One entry per call, so that each keeps its own source. */
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
