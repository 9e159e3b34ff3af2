// Texts as lines that keep their endings, so that splitting loses nothing.
import { diffArrays } from 'diff';
import { leastEditLength } from '../../shared/leastEditLength';
import type { TextChange } from '../ports/changes';

/** Lines `start` to `end` (0-based, exclusive) of a text become `lines`, each with its line ending. */
export interface LineEdit {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

// Beyond this many changed lines, a finer diff costs more than it helps, so one edit replaces them all.
const MAX_EDIT_LENGTH = 2000;

/** An empty text has no lines. A lone `\r` ends a line, as in an editor. */
export function splitLines(text: string): string[] {
  return text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+/g) ?? [];
}

export function hasEnding(line: string): boolean {
  return line.endsWith('\n') || line.endsWith('\r');
}

/** Whether two lines are equal apart from the kind of line ending. */
export function isAlikeLine(line: string, other: string | undefined): boolean {
  return line === other || (other !== undefined && withLf(line) === withLf(other));
}

function withLf(line: string): string {
  return line.replace(/\r\n?$/, '\n');
}

/** Adds missing endings to all lines but the last: a last line without one may have moved before others. */
export function closedLines(lines: readonly string[], ending = endingOf(lines)): string[] {
  return lines.map((line, index) => (index === lines.length - 1 || hasEnding(line) ? line : line + ending));
}

/** The ending of the first line that has one. */
export function endingOf(lines: readonly string[]): string {
  const first = lines.find(hasEnding);
  return first === undefined ? '\n' : first.slice(first.search(/[\r\n]/));
}

/** The edit without leading and trailing lines that it would not change. */
export function trimmed(lines: readonly string[], edit: LineEdit): LineEdit {
  const most = Math.min(edit.end - edit.start, edit.lines.length);
  let head = 0;
  while (head < most && lines[edit.start + head] === edit.lines[head]) head++;
  let tail = 0;
  while (tail < most - head && lines[edit.end - 1 - tail] === edit.lines[edit.lines.length - 1 - tail]) tail++;
  return {
    start: edit.start + head,
    end: edit.end - tail,
    lines: edit.lines.slice(head, edit.lines.length - tail),
  };
}

/** The edits that turn one text into another, in order, all relative to `before`. */
export function diffLines(before: readonly string[], after: readonly string[]): LineEdit[] {
  const whole = trimmed(before, { start: 0, end: before.length, lines: after });
  if (whole.start === whole.end || whole.lines.length === 0) return isNothing(whole) ? [] : [whole];
  const old = before.slice(whole.start, whole.end);
  if (leastEditLength(old, whole.lines) > MAX_EDIT_LENGTH) return [whole];
  const changes = diffArrays(old, [...whole.lines], { maxEditLength: MAX_EDIT_LENGTH });
  if (!changes) return [whole];
  const edits: LineEdit[] = [];
  let line = whole.start;
  let open: { start: number; end: number; lines: string[] } | undefined;
  for (const { added, removed, value } of changes) {
    if (!added && !removed) {
      if (open) edits.push(open);
      open = undefined;
      line += value.length;
      continue;
    }
    open ??= { start: line, end: line, lines: [] };
    if (added) open.lines.push(...value);
    else open.end = line += value.length;
  }
  if (open) edits.push(open);
  return edits;
}

/** An editor's change as an edit of whole lines; null if it does not fit the lines. */
export function lineEditOf(lines: readonly string[], { start, end, text }: TextChange): LineEdit | null {
  const isInside = ({ line }: TextChange['start']) => line < lines.length || (line === lines.length && endsOpen(lines));
  if (!isInside(start) || !isInside(end)) return null;
  const first = lines[start.line] ?? '';
  const last = lines[end.line] ?? '';
  if (start.character > first.length || end.character > last.length) return null;
  const after = first.slice(0, start.character) + text + last.slice(end.character);
  const edit = { start: start.line, end: Math.min(end.line + 1, lines.length), lines: splitLines(after) };
  // The change joins its last line to the next one, but the list would still have them as two.
  const isGlued = edit.end < lines.length && edit.lines.length > 0 && !hasEnding(edit.lines.at(-1) ?? '');
  return isGlued ? null : edit;
}

export function isNothing({ start, end, lines }: LineEdit): boolean {
  return start === end && lines.length === 0;
}

export function withEdit(lines: readonly string[], edit: LineEdit): string[] {
  const { start, end } = edit;
  if (edit.lines.length !== end - start || end > lines.length)
    return lines.slice(0, start).concat(edit.lines, lines.slice(end));
  // Of a long text, one copy takes a fraction of three, and a formatter changes each of its lines.
  const all = lines.slice();
  for (const [index, line] of edit.lines.entries()) all[start + index] = line;
  return all;
}

/** An editor shows an empty line after a last line that has an ending, and in an empty text. */
function endsOpen(lines: readonly string[]): boolean {
  const last = lines.at(-1);
  return last === undefined || hasEnding(last);
}
