import type { Difference } from '../ports/changeScope';
import type { Hunk } from '../ports/changes';
import { diffLines, splitLines } from './lineEdits';

/** Where a text differs from what it was, with the hunks of it that are under review, each in one place. */
export function differencesOf(before: string | null, now: string | null, hunks: readonly Hunk[]): Difference[] {
  const old = splitLines(before ?? '');
  let shift = 0;
  const places = diffLines(old, splitLines(now ?? '')).map(edit => {
    const start = edit.start + shift;
    shift += edit.lines.length - (edit.end - edit.start);
    return { start, end: start + edit.lines.length, lines: edit.lines, base: old.slice(edit.start, edit.end) };
  });
  const left = new Set(hunks);
  const taken = places.map(place => {
    const own = [...left].filter(hunk => isAt(hunk, place));
    for (const hunk of own) left.delete(hunk);
    return { ...place, hunks: own };
  });
  // An empty file that came or went has no line to differ in.
  const isOnlyThere = taken.length === 0 && (before === null) !== (now === null);
  return isOnlyThere ? [{ start: 0, end: 0, lines: [], base: [], hunks: [...hunks] }] : taken;
}

/** Where lines were only taken away, the place itself counts. */
function isAt(hunk: Hunk, place: Pick<Difference, 'start' | 'end'>): boolean {
  const [from, to] = [Math.max(hunk.start, place.start), Math.min(hunk.end, place.end)];
  const isEmpty = hunk.start === hunk.end || place.start === place.end;
  return isEmpty ? from <= to : from < to;
}
