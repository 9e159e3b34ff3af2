import { structuredPatch } from 'diff';
import { countLines } from './lines';
import { cutLine } from './truncate';

/** The extension host is blocked during this time. */
const PATIENCE_MS = 150;
/** Longer differing texts aren't compared: even splitting them into lines would take as long. */
const MAX_LENGTH = 3 * 1024 * 1024;
const LONGEST_LINE = 300;

/** The number of lines that an edit adds and removes; all lines if comparing takes too long. */
export function countChanges(before: string, after: string): { added: number; removed: number } {
  const lines = hunks(before, after, 0)?.flatMap(hunk => hunk.lines);
  if (!lines) return { added: countLines(after), removed: countLines(before) };
  return {
    added: lines.filter(line => line.startsWith('+')).length,
    removed: lines.filter(line => line.startsWith('-')).length,
  };
}

/** A unified diff without file headers, cut after `maxLines`; null if comparing the texts takes too long. */
export function unifiedDiff(before: string, after: string, maxLines = 60): string | null {
  const all = hunks(before, after, 2)?.flatMap(hunk => [
    `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`,
    ...hunk.lines,
  ]);
  if (!all) return null;
  const shown = all.slice(0, maxLines).map(line => cutLine(line.replace(/\r$/, ''), LONGEST_LINE));
  return [...shown, ...(all.length > maxLines ? [`... [${all.length - maxLines} more lines]`] : [])].join('\n');
}

/** How many of the changes of a proposal were left out, and out of how many. */
export interface LeftOut {
  readonly count: number;
  readonly of: number;
  /** Their line numbers in the text before, 1-based: `3` or `5-7`. */
  readonly lines: readonly string[];
}

/** The changes of a proposal that were left out; null if there are none or comparing takes too long. */
export function leftOut(before: string, proposed: string, accepted: string): LeftOut | null {
  const all = hunks(before, proposed, 0);
  const made = hunks(before, accepted, 0);
  if (!all || !made) return null;
  const spans = made.map(spanOf);
  const left = all
    .map(spanOf)
    .filter(({ first, last }) => !spans.some(span => span.first <= last && first <= span.last));
  const lines = left.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`));
  return left.length === 0 ? null : { count: left.length, of: all.length, lines };
}

/** The lines that a change affects in the text before; for a pure insertion, the line where it is inserted. */
function spanOf({ oldStart, oldLines }: { readonly oldStart: number; readonly oldLines: number }) {
  return { first: oldStart, last: oldStart + Math.max(oldLines, 1) - 1 };
}

/** The 1-based, inclusive range of lines of `after` that spans all changes; null if there are none or it is unknown. */
export function changedLines(before: string, after: string): { first: number; last: number } | null {
  const changes = hunks(before, after, 0);
  const [first, last] = [changes?.at(0), changes?.at(-1)];
  if (!first || !last) return null;
  return { first: Math.max(1, first.newStart), last: Math.max(1, last.newStart + last.newLines - 1) };
}

function hunks(before: string, after: string, context: number) {
  const { line, old, fresh } = differingPart(before, after, context);
  if (old.length + fresh.length > MAX_LENGTH) return undefined;
  return structuredPatch('', '', old, fresh, '', '', { context, timeout: PATIENCE_MS })?.hunks.map(hunk => ({
    ...hunk,
    oldStart: hunk.oldStart + line,
    newStart: hunk.newStart + line,
  }));
}

/** The whole lines that contain all differences, with `context` lines around them, so that a small edit stays cheap. */
function differingPart(before: string, after: string, context: number) {
  let head = sameAtStart(before, after);
  const shorter = Math.min(before.length, after.length);
  for (let n = 0; n <= context && head > 0; n++) head = before.lastIndexOf('\n', head - 2) + 1;
  let tail = sameAtEnd(before, after, shorter - head);
  for (let n = 0; n <= context && tail > 0; n++) {
    const newline = before.indexOf('\n', before.length - tail);
    tail = newline < 0 ? 0 : before.length - newline - 1;
  }
  return {
    line: countLines(before.slice(0, head)),
    old: before.slice(head, before.length - tail),
    fresh: after.slice(head, after.length - tail),
  };
}

// Comparing slices is many times faster than comparing characters.
const STRIDE = 1 << 16;

function sameAtStart(one: string, other: string): number {
  let same = 0;
  for (let step = STRIDE; step >= 1; step = step >> 4) {
    while (same + step <= Math.min(one.length, other.length)) {
      if (one.slice(same, same + step) !== other.slice(same, same + step)) break;
      same += step;
    }
  }
  return same;
}

function sameAtEnd(one: string, other: string, most: number): number {
  let same = 0;
  for (let step = STRIDE; step >= 1; step = step >> 4) {
    while (same + step <= most) {
      const [first, second] = [one.length - same, other.length - same];
      if (one.slice(first - step, first) !== other.slice(second - step, second)) break;
      same += step;
    }
  }
  return same;
}
