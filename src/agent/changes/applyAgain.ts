import { mergeChange } from '../calls/mergeChange';
import type { AppliedAgain, ChangeSource, FileChanges, LostChange } from '../ports/changes';
import type { RefusedRestore } from '../../shared/restores';
import type { ChangeStore } from './changeStore';
import { undo } from './fileChanges';
import { diffLines, splitLines, type LineEdit } from './lineEdits';
import type { LostChanges } from './lostChanges';
import type { OwnWrites } from './ownWrites';
import type { TrackedChangesOptions } from './trackedChangesOptions';

interface Parts extends Pick<TrackedChangesOptions, 'files' | 'restores' | 'reportBug'> {
  readonly store: ChangeStore;
  readonly lost: LostChanges;
  readonly writing: OwnWrites;
  /** The user has named the files explicitly. */
  readonly isNamed: boolean;
}

/** An edit that applies hunks of one call. */
interface Edit {
  readonly before: string;
  readonly after: string;
  readonly source: ChangeSource;
}

/** Applies lost hunks again where their places are unchanged; they are under review then. Writes each file once. */
export async function applyAgain(parts: Parts, ids: readonly string[]): Promise<AppliedAgain> {
  const wanted = new Set(ids);
  const meant = parts.lost.listed().filter(({ hunk }) => wanted.has(hunk.id));
  const left: LostChange[] = [];
  const refused: RefusedRestore[] = [];
  let applied = 0;
  for (const file of new Set(meant.map(each => each.file))) {
    const all = meant.filter(each => each.file === file);
    const outcome = await applyInFile(parts, file, all);
    if ('because' in outcome) refused.push(outcome);
    else {
      left.push(...outcome);
      applied += all.length - outcome.length;
    }
  }
  return { applied, left, refused };
}

/** Returns what could not be applied. */
async function applyInFile(
  parts: Parts,
  file: string,
  all: readonly LostChange[],
): Promise<readonly LostChange[] | RefusedRestore> {
  const { store, lost, writing, files, restores, isNamed, reportBug } = parts;
  writing.begin([file]);
  try {
    const before = await files.read(file);
    // A file that exists again has all its hunks again.
    const whole = before === null ? lost.stateWith(all[0]?.hunk.id ?? '') : undefined;
    const back = new Set(whole?.hunks.map(({ id }) => id));
    const there = whole ? whole.lines.join('') : before;
    if (there === null) return []; // all came back meanwhile
    const { text, edits, left } = editsOnTop(
      lost,
      there,
      all.filter(({ hunk }) => !back.has(hunk.id)),
    );
    if (left.length === all.length) return left;
    let written: string | null = text;
    if (text !== before) {
      const answer = await restores.approve({ kind: 'restore', file, before, after: text }, isNamed);
      if ('refused' in answer) return answer.refused;
      written = await files.write(answer.approved);
    }
    if (whole) store.restore(file, whole);
    for (const edit of edits) store.agentEdited(file, edit.before, edit.after, edit.source);
    store.observed(file, written);
    const stay = new Set(left);
    lost.dismiss([...back, ...all.filter(each => !stay.has(each)).map(({ hunk }) => hunk.id)]);
    return left;
  } catch (error) {
    reportBug(`${file} could not be written`, error);
    return all;
  } finally {
    writing.end([file]);
  }
}

/** The edits that apply the hunks to the text, one after the other; `left`: hunks whose place has changed. */
function editsOnTop(lost: LostChanges, current: string, all: readonly LostChange[]) {
  const edits: Edit[] = [];
  const left: LostChange[] = [];
  let text = current;
  for (let rest = all; rest[0];) {
    const state = lost.stateWith(rest[0].hunk.id);
    const source = rest[0].hunk.sources.at(-1);
    const ids = new Set(state?.hunks.filter(hunk => isSameCall(hunk.sources.at(-1), source)).map(({ id }) => id));
    const group = rest.filter(({ hunk }) => ids.has(hunk.id));
    rest = rest.filter((each, index) => index > 0 && !group.includes(each));
    if (!state || !source) continue; // it came back meanwhile
    const merged = onTopOf(text, state, group);
    edits.push({ before: text, after: merged.text, source });
    left.push(...merged.left);
    text = merged.text;
  }
  return { text, edits, left };
}

/** Leaves out hunks where the current text is not the text that they were made of. */
function onTopOf(
  current: string,
  state: FileChanges,
  wanted: readonly LostChange[],
): { readonly text: string; readonly left: readonly LostChange[] } {
  const ids = new Set(wanted.map(({ hunk }) => hunk.id));
  const alone = undo(state, new Set(state.hunks.map(({ id }) => id).filter(id => !ids.has(id))));
  const without = undo(alone, ids).lines;
  const text = mergeChange(without.join(''), alone.lines.join(''), current);
  if (text !== null) return { text, left: [] };
  const changed = changedThere(alone, diffLines(without, splitLines(current)));
  const left = wanted.filter(({ hunk }) => changed.has(hunk.id));
  if (left.length === wanted.length || wanted.length === 1) return { text: current, left: wanted };
  const fitting = wanted.filter(each => !left.includes(each));
  // Equal lines can make it ambiguous what has changed there, so that only halves tell.
  const half = left.length > 0 ? fitting.length : fitting.length >> 1;
  const first = onTopOf(current, state, fitting.slice(0, half));
  if (half === fitting.length) return { text: first.text, left: [...left, ...first.left] };
  const second = onTopOf(first.text, state, fitting.slice(half));
  return { text: second.text, left: [...first.left, ...second.left] };
}

/** The hunks whose places, or lines next to them, others have changed; not those that others have made as well. */
function changedThere({ lines, hunks }: FileChanges, others: readonly LineEdit[]): ReadonlySet<string> {
  const changed = new Set<string>();
  let shift = 0;
  for (const { id, start, end, base } of hunks) {
    const at = { start: start + shift, end: start + shift + base.length };
    const made = lines.slice(start, end).join('');
    const isMade = (other: LineEdit) =>
      other.start === at.start && other.end === at.end && other.lines.join('') === made;
    const near = others.filter(other => at.start <= other.end && other.start <= at.end);
    if (near.length > 0 && !near.some(isMade)) changed.add(id);
    shift += base.length - (end - start);
  }
  return changed;
}

function isSameCall(a: ChangeSource | undefined, b: ChangeSource | undefined): boolean {
  return a?.sessionId === b?.sessionId && a?.callId === b?.callId;
}
