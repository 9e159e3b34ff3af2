import { lineHunks, withLf, type LineHunk } from './lines';

/** Lines `start` to `end`, 0-based, `end` exclusive. */
export interface LineSpan {
  readonly start: number;
  readonly end: number;
}

/** Lines of a text, and the lines in their place in another one. */
export interface Difference {
  readonly before: LineSpan;
  readonly after: LineSpan;
}

/** Which side of the diff the lines are on: the file's text before, or the change. */
export type Side = 'before' | 'after';

// The diff editor joins two differences if almost nothing is between them and one of them is long.
const FEW_CHARACTERS = 4;
const MANY_LINES = 5;

/** The differences of two texts in order, joined as the diff editor joins them. Line endings are ignored. */
export function differencesOf(before: string, after: string): Difference[] {
  const lines = withLf(before).split('\n');
  const found: Difference[] = [];
  let shift = 0;
  for (const hunk of lineHunks(before, after)) {
    const start = hunk.start + shift;
    const next = {
      before: { start: hunk.start, end: hunk.end },
      after: { start, end: start + hunk.lines.length },
    };
    shift += hunk.lines.length - (hunk.end - hunk.start);
    const last = found.at(-1);
    if (last && isOne(last, next, lines)) found[found.length - 1] = join(last, next);
    else found.push(next);
  }
  return found;
}

/**
 * The differences that lines `first` to `last` (0-based, inclusive) of a side touch. Removed lines are represented by
 * the next one.
 */
export function differencesAt(all: readonly Difference[], side: Side, first: number, last: number): Difference[] {
  const reaching = (margin: number) =>
    all.filter(({ [side]: { start, end } }) =>
      start === end ? start >= first && start <= last + margin : start <= last && end > first,
    );
  const found = reaching(0);
  return found.length > 0 ? found : reaching(1);
}

/** The replacements that revert the differences in the text after them. */
export function hunksBack(differences: readonly Difference[], before: string): LineHunk[] {
  const lines = withLf(before).split('\n');
  return differences.map(difference => ({
    ...difference.after,
    lines: lines.slice(difference.before.start, difference.before.end),
  }));
}

function isOne(first: Difference, second: Difference, lines: readonly string[]): boolean {
  const between = lines.slice(first.before.end, second.before.start).join('').replace(/\s/g, '');
  return between.length <= FEW_CHARACTERS && (sizeOf(first) > MANY_LINES || sizeOf(second) > MANY_LINES);
}

function join(first: Difference, second: Difference): Difference {
  return {
    before: { start: first.before.start, end: second.before.end },
    after: { start: first.after.start, end: second.after.end },
  };
}

function sizeOf({ before, after }: Difference): number {
  return before.end - before.start + after.end - after.start;
}
