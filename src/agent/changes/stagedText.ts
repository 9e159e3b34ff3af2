import type { FileChanges, Hunk } from '../ports/changes';
import { baseOf } from './fileChanges';
import { closedLines, diffLines, endingOf, hasEnding, splitLines, type LineEdit } from './lineEdits';

/** The new content of a file in a repository's index; null: no entry. `left`: hunks that can't be staged separately. */
export interface StagedText {
  readonly text: string | null;
  readonly staged: number;
  readonly left: readonly Hunk[];
}

/**
 * The index text with the kept hunks added, and no other unstaged changes. A hunk whose lines differ in the index
 * because of an unstaged edit is left out; one that the index already has counts as staged.
 */
export function stagedText(index: string | null, kept: FileChanges): StagedText {
  if (index === null && kept.wasThere) return { text: null, staged: 0, left: kept.hunks };
  if (!kept.isThere) return { text: null, staged: kept.hunks.length, left: [] };
  if (index === null) return { text: kept.lines.join(''), staged: kept.hunks.length, left: [] };
  const lines = splitLines(index);
  const alike = withEnding(endingOf(lines));
  const base = baseOf(kept).map(alike);
  const text = kept.lines.map(alike);
  const others = diffLines(base, lines);
  const left: Hunk[] = [];
  const edits: LineEdit[] = [];
  let shift = 0;
  for (const hunk of kept.hunks) {
    const start = hunk.start + shift;
    const place = { start, end: start + hunk.base.length };
    shift += hunk.base.length - (hunk.end - hunk.start);
    const wanted = text.slice(hunk.start, hunk.end);
    const at = placeIn(others, place);
    if (at) edits.push({ ...at, lines: wanted });
    else if (!isThereAlready(others, place, wanted)) left.push(hunk);
  }
  const result = edits.reduceRight(
    (all, { start, end, lines: added }) => {
      all.splice(start, end - start, ...added);
      return all;
    },
    [...lines],
  );
  return { text: closedLines(result, endingOf(lines)).join(''), staged: kept.hunks.length - left.length, left };
}

interface Place {
  readonly start: number;
  readonly end: number;
}

/** Where lines of the base are in the index; null if the index has different lines there. */
function placeIn(others: readonly LineEdit[], { start, end }: Place): Place | null {
  let by = 0;
  for (const edit of others) {
    // An insertion right before or after does not change these lines, unless the place itself is empty.
    const isApart = edit.end <= start || edit.start >= end;
    const isSamePoint = start === end && edit.start <= start && start <= edit.end;
    if (!isApart || isSamePoint) return null;
    if (edit.end <= start) by += edit.lines.length - (edit.end - edit.start);
  }
  return { start: start + by, end: end + by };
}

function isThereAlready(others: readonly LineEdit[], { start, end }: Place, wanted: readonly string[]): boolean {
  return others.some(
    edit =>
      edit.start === start &&
      edit.end === end &&
      edit.lines.length === wanted.length &&
      edit.lines.every((line, i) => line === wanted[i]),
  );
}

/** A repository may use other line endings than the checked-out files. */
function withEnding(ending: string): (line: string) => string {
  return line => (hasEnding(line) ? line.replace(/(?:\r\n|\r|\n)$/, ending) : line);
}
