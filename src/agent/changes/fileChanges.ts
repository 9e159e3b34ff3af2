// The changes under review in one file. What is in no hunk belongs to the user: it is the same in base and text.
import type { ChangeSource, FileChanges, Hunk } from '../ports/changes';
import { closedLines, diffLines, endingOf, hasEnding, isNothing, trimmed, withEdit, type LineEdit } from './lineEdits';

/** A file without changes under review; `lines` null: it does not exist. */
export function unchanged(lines: readonly string[] | null): FileChanges {
  const isThere = lines !== null;
  return { lines: lines ?? [], hunks: [], wasThere: isThere, isThere };
}

/** The file's lines with all hunks undone. */
export function baseOf({ lines, hunks }: FileChanges): string[] {
  return closedLines(baseLines(lines, hunks, 0, lines.length), endingOf(lines));
}

/**
 * Someone else's edit. If it touches no hunk, it is theirs and changes text and base alike. If it touches hunks, it is
 * joined with them; a pure deletion, however, is applied to each of them separately.
 */
export function editByOthers(state: FileChanges, asked: LineEdit): FileChanges {
  const edit = trimmed(state.lines, asked);
  if (isNothing(edit)) return state;
  const touched = state.hunks.filter(hunk => touches(state, hunk, edit));
  if (touched.length === 0) return { ...state, ...moved(closeBefore(withoutRestored(state, edit), edit), edit) };
  if (edit.lines.length === 0) return { ...state, ...withDeletion(state, edit) };
  const { lines, before, hunk, after } = joined(state, edit, touched);
  return { ...state, lines, hunks: [...before, ...settled(lines, { ...hunk, isEdited: true }), ...after] };
}

/** An edit by the agent: becomes a hunk of its own, or part of the hunks that it touches. */
export function editByAgent(
  state: FileChanges,
  asked: LineEdit,
  source: ChangeSource,
  newId: () => string,
): FileChanges {
  const edit = trimmed(state.lines, asked);
  if (isNothing(edit)) return state;
  const touched = state.hunks.filter(hunk => touches(state, hunk, edit) || followsOpenBase(hunk, edit));
  const { lines, before, hunk, after } = joined(state, edit, touched);
  const isKnown = hunk.sources.some(
    ({ callId, sessionId }) => callId === source.callId && sessionId === source.sessionId,
  );
  const sources = isKnown ? hunk.sources : [...hunk.sources, source];
  const whole = { ...hunk, id: touched[0]?.id ?? newId(), sources };
  return { ...state, lines, hunks: [...before, ...split(lines, whole, newId), ...after] };
}

/** Hands these hunks over to the user: the base gets their text. */
export function keep(state: FileChanges, ids: ReadonlySet<string>): FileChanges {
  const hunks = state.hunks.filter(({ id }) => !ids.has(id));
  return { ...state, hunks, wasThere: hunks.length === 0 ? state.isThere : state.wasThere };
}

/** Puts the base lines back into the text. A file that did not exist before is removed if no other lines are left. */
export function undo(state: FileChanges, ids: ReadonlySet<string>): FileChanges {
  let { lines } = state;
  const hunks: Hunk[] = [];
  let shift = 0;
  const ending = endingOf(lines);
  for (const hunk of state.hunks) {
    const [start, end] = [hunk.start + shift, hunk.end + shift];
    if (!ids.has(hunk.id)) {
      hunks.push({ ...hunk, start, end });
      continue;
    }
    lines = closedAround(withEdit(lines, { start, end, lines: hunk.base }), start, start + hunk.base.length, ending);
    shift += hunk.base.length - (end - start);
  }
  const isThere = lines.length > 0 || (hunks.length > 0 ? state.isThere : state.wasThere);
  return { ...state, lines, hunks, isThere };
}

/** The state with these hunks marked as seen or unseen. */
export function marked(state: FileChanges, ids: ReadonlySet<string>, isSeen: boolean): FileChanges {
  const isMeant = (hunk: Hunk) => ids.has(hunk.id) && (hunk.isSeen === true) !== isSeen;
  if (!state.hunks.some(isMeant)) return state;
  const turned = ({ isSeen: _, ...hunk }: Hunk): Hunk => (isSeen ? { ...hunk, isSeen } : hunk);
  return { ...state, hunks: state.hunks.map(hunk => (isMeant(hunk) ? turned(hunk) : hunk)) };
}

/** Whether an edit changes lines of a hunk, or spans the position where a hunk deleted lines. */
export function touches({ lines }: FileChanges, hunk: Hunk, edit: LineEdit): boolean {
  if (edit.start === edit.end) return hunk.start < edit.start && edit.start < hunk.end;
  if (hunk.start < hunk.end) return hunk.start < edit.end && edit.start < hunk.end;
  if (edit.start < hunk.start && hunk.start < edit.end) return true;
  // If the last line loses its ending, it would run into the deleted lines that followed it.
  return hunk.start === lines.length && edit.end === hunk.start && isOpen(edit.lines);
}

/**
 * Whether lines are inserted right after a hunk whose base ends the file without a line ending: they can't be told
 * apart from the hunk, only joined with it.
 */
function followsOpenBase(hunk: Hunk, edit: LineEdit): boolean {
  return edit.start === edit.end && edit.start === hunk.end && isOpen(hunk.base);
}

/**
 * If someone puts back the lines that a hunk deleted, for example with the editor's undo, the hunk is dropped instead
 * of adding the lines a second time.
 */
function withoutRestored(state: FileChanges, edit: LineEdit): FileChanges {
  if (edit.start !== edit.end) return state;
  let from = 0;
  const hunks = state.hunks.filter(({ start, end, base }) => {
    if (start !== edit.start || end !== edit.start || base.length === 0) return true;
    const found = edit.lines.findIndex(
      (_, at) => at >= from && base.every((line, index) => isSameLine(line, edit.lines[at + index])),
    );
    if (found < 0) return true;
    from = found + base.length;
    return false;
  });
  return hunks.length === state.hunks.length ? state : { ...state, hunks };
}

/** A last line may have got a line ending in the meantime. */
function isSameLine(line: string, other: string | undefined): boolean {
  return (
    line === other ||
    (other !== undefined && hasEnding(line) !== hasEnding(other) && line.trimEnd() === other.trimEnd())
  );
}

/** Someone else's lines after such a hunk stay theirs: the base gets a line ending instead. */
function closeBefore(state: FileChanges, edit: LineEdit): Pick<FileChanges, 'lines' | 'hunks'> {
  const ending = endingOf(edit.lines);
  const hunks = state.hunks.map(hunk =>
    followsOpenBase(hunk, edit) ? { ...hunk, base: [...hunk.base.slice(0, -1), `${hunk.base.at(-1)}${ending}`] } : hunk,
  );
  return { lines: state.lines, hunks };
}

function isOpen(lines: readonly string[]): boolean {
  const last = lines.at(-1);
  return last !== undefined && !hasEnding(last);
}

/** Applies an edit that touches no hunk. */
function moved({ lines, hunks }: Pick<FileChanges, 'lines' | 'hunks'>, edit: LineEdit) {
  return {
    lines: withEdit(lines, edit),
    hunks: hunks.map(hunk => (hunk.end <= edit.start ? hunk : shifted(hunk, edit))),
  };
}

function shifted(hunk: Hunk, edit: LineEdit): Hunk {
  const by = edit.lines.length - (edit.end - edit.start);
  return { ...hunk, start: hunk.start + by, end: hunk.end + by };
}

function withDeletion(state: FileChanges, edit: LineEdit): Pick<FileChanges, 'lines' | 'hunks'> {
  const lines = withEdit(state.lines, edit);
  const at = (line: number) =>
    line <= edit.start ? line : line >= edit.end ? line - (edit.end - edit.start) : edit.start;
  const hunks = state.hunks.flatMap(hunk => {
    const next = { ...hunk, start: at(hunk.start), end: at(hunk.end) };
    const isSame = next.end - next.start === hunk.end - hunk.start;
    if (isSame) return [next];
    const { isSeen: _, ...unseen } = next;
    return settled(lines, { ...unseen, isEdited: true });
  });
  return { lines, hunks };
}

/** Joins an edit with the hunks it touches, which are adjacent; also returns the hunks before and after it. */
function joined(state: FileChanges, edit: LineEdit, touched: readonly Hunk[]) {
  const [first, last] = [touched[0], touched.at(-1)];
  const start = Math.min(edit.start, first?.start ?? edit.start);
  const end = Math.max(edit.end, last?.end ?? edit.end);
  const isBefore = (hunk: Hunk) =>
    first ? state.hunks.indexOf(hunk) < state.hunks.indexOf(first) : hunk.end <= edit.start;
  const others = state.hunks.filter(hunk => !touched.includes(hunk));
  const hunk: Hunk = {
    id: first?.id ?? '',
    start,
    end: end + edit.lines.length - (edit.end - edit.start),
    base: closedLines(baseLines(state.lines, touched, start, end), endingOf(state.lines)),
    sources: sourcesOf(touched),
    isEdited: touched.some(({ isEdited }) => isEdited),
  };
  const before = others.filter(isBefore);
  const after = others.filter(each => !isBefore(each)).map(each => shifted(each, edit));
  return { lines: withEdit(state.lines, edit), before, hunk, after };
}

function sourcesOf(hunks: readonly Hunk[]): ChangeSource[] {
  const byCall = new Map(
    hunks.flatMap(({ sources }) => sources).map(source => [`${source.sessionId}/${source.callId}`, source]),
  );
  return [...byCall.values()].sort((a, b) => a.at - b.at);
}

/** Lines `start` to `end` of the text, with `hunks` replaced by their base lines. */
function baseLines(lines: readonly string[], hunks: readonly Hunk[], start: number, end: number): string[] {
  const pieces: (readonly string[])[] = [];
  let at = start;
  for (const hunk of hunks) {
    pieces.push(lines.slice(at, hunk.start), hunk.base);
    at = hunk.end;
  }
  pieces.push(lines.slice(at, end));
  return pieces.flat();
}

/** The hunk without leading and trailing lines that are equal in base and text; none if all of them are equal. */
function settled(lines: readonly string[], hunk: Hunk): Hunk[] {
  const text = lines.slice(hunk.start, hunk.end);
  const { start, end, lines: left } = trimmed(hunk.base, { start: 0, end: hunk.base.length, lines: text });
  if (start === end && left.length === 0) return [];
  return [
    { ...hunk, start: hunk.start + start, end: hunk.start + start + left.length, base: hunk.base.slice(start, end) },
  ];
}

/** One hunk for each place where base and text differ; the first keeps the id. */
function split(lines: readonly string[], hunk: Hunk, newId: () => string): Hunk[] {
  let shift = 0;
  return diffLines(hunk.base, lines.slice(hunk.start, hunk.end)).map((edit, index) => {
    const start = hunk.start + edit.start + shift;
    shift += edit.lines.length - (edit.end - edit.start);
    const base = hunk.base.slice(edit.start, edit.end);
    return { ...hunk, id: index === 0 ? hunk.id : newId(), start, end: start + edit.lines.length, base };
  });
}

/** Adds an ending to the line before each of the two positions, if it has none and other lines follow. */
function closedAround(lines: string[], start: number, end: number, ending: string): string[] {
  for (const index of [start - 1, end - 1]) {
    const line = lines[index];
    if (line !== undefined && index < lines.length - 1 && !hasEnding(line)) lines[index] = line + ending;
  }
  return lines;
}
