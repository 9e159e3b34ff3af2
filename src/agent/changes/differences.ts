import type { Difference } from '../ports/changeScope';
import type { Hunk } from '../ports/changes';
import { diffLines, splitLines } from './lineEdits';

/** Where a text differs from its earlier version, each hunk under review assigned to exactly one difference. */
export function differencesOf(before: string | null, now: string | null, hunks: readonly Hunk[]): Difference[] {
  const old = splitLines(before ?? '');
  let shift = 0;
  const places = diffLines(old, splitLines(now ?? '')).map(edit => {
    const start = edit.start + shift;
    shift += edit.lines.length - (edit.end - edit.start);
    return { start, end: start + edit.lines.length, lines: edit.lines, base: old.slice(edit.start, edit.end) };
  });
  const left = new Set(hunks);
  const taken = places.flatMap(place => {
    const own = [...left].filter(hunk => isAt(hunk, place));
    for (const hunk of own) left.delete(hunk);
    return inHunks({ ...place, hunks: own });
  });
  // An empty file that was created or deleted has no line that could differ.
  const isOnlyThere = taken.length === 0 && (before === null) !== (now === null);
  return isOnlyThere ? [{ start: 0, end: 0, lines: [], base: [], hunks: [...hunks] }] : taken;
}

/** Splits a difference that consists entirely of several adjacent hunks into these hunks. */
function inHunks(place: Difference): Difference[] {
  const { start, end, lines, base, hunks } = place;
  if (hunks.length < 2) return [place];
  const ends = [start, ...hunks.map(hunk => hunk.end)];
  const isAll = ends.at(-1) === end && hunks.every((hunk, index) => hunk.start === ends[index]);
  const isSame = hunks.flatMap(hunk => hunk.base).join('') === base.join('');
  if (!isAll || !isSame) return [place];
  return hunks.map(hunk => ({
    start: hunk.start,
    end: hunk.end,
    lines: lines.slice(hunk.start - start, hunk.end - start),
    base: hunk.base,
    hunks: [hunk],
  }));
}

/** For deleted lines, the position itself counts. */
function isAt(hunk: Hunk, place: Pick<Difference, 'start' | 'end'>): boolean {
  const [from, to] = [Math.max(hunk.start, place.start), Math.min(hunk.end, place.end)];
  const isEmpty = hunk.start === hunk.end || place.start === place.end;
  return isEmpty ? from <= to : from < to;
}
