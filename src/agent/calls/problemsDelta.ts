import { structuredPatch } from 'diff';
import type { Problem } from '../../shared/problems';

/** A file that changed. `before` null: it is new. */
export interface ChangedText {
  readonly file: string;
  readonly before: string | null;
  readonly after: string;
}

export interface ProblemsDelta {
  /** New problems. */
  readonly fresh: readonly Problem[];
  /** Problems on unchanged lines, in files whose earlier problems were not known. */
  readonly uncertain: readonly Problem[];
  /** The number of problems that disappeared. */
  readonly fixed: number;
}

/** Lines of the old text that became lines of the new one; starts are 1-based, counts may be 0. */
interface Hunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
}

const PATIENCE_MS = 300;
// Larger than any line number.
const REST = 1e9;

/**
 * How a change affected the problems of all files. A problem that only moved is not new. Within rewritten lines,
 * problems of one kind are new only if, and by as many as, there are more of them than before. `known`: the changed
 * files for which `before` is complete.
 */
export function problemsDelta(
  before: readonly Problem[],
  after: readonly Problem[],
  changes: readonly ChangedText[],
  known: ReadonlySet<string>,
): ProblemsDelta {
  const hunks = new Map(changes.map(change => [change.file, hunksOf(change)]));
  const isKnown = (file: string) => !hunks.has(file) || known.has(file);
  const old = new Map<string, number>();
  for (const problem of before.filter(each => isKnown(each.file))) {
    const key = keyOf(problem, placeBefore(problem.line, hunks.get(problem.file) ?? []));
    old.set(key, (old.get(key) ?? 0) + 1);
  }
  const fresh: Problem[] = [];
  const uncertain: Problem[] = [];
  for (const problem of after) {
    const place = placeAfter(problem.line, hunks.get(problem.file) ?? []);
    const key = keyOf(problem, place);
    const count = old.get(key) ?? 0;
    if (count > 0) old.set(key, count - 1);
    else if (isKnown(problem.file) || place.startsWith('hunk')) fresh.push(problem);
    else uncertain.push(problem);
  }
  return { fresh, uncertain, fixed: [...old.values()].reduce((sum, count) => sum + count, 0) };
}

function hunksOf({ before, after }: ChangedText): Hunk[] {
  const whole = { oldStart: 1, oldLines: REST, newStart: 1, newLines: REST };
  if (before === null) return [whole];
  const options = { context: 0, timeout: PATIENCE_MS, stripTrailingCr: true };
  // Too different to compare in time: everything counts as changed.
  return structuredPatch('', '', before, after, '', '', options)?.hunks ?? [whole];
}

/** Where an old line is now: its line number, or the hunk that rewrote it. */
function placeBefore(line: number, hunks: readonly Hunk[]): string {
  let moved = line;
  for (const [index, { oldStart, oldLines, newLines }] of hunks.entries()) {
    if (line >= oldStart + oldLines) moved += newLines - oldLines;
    else if (line >= oldStart) return `hunk ${index}`;
  }
  return String(moved);
}

function placeAfter(line: number, hunks: readonly Hunk[]): string {
  const index = hunks.findIndex(({ newStart, newLines }) => line >= newStart && line < newStart + newLines);
  return index < 0 ? String(line) : `hunk ${index}`;
}

function keyOf({ file, severity, message, source, code }: Problem, place: string): string {
  return JSON.stringify([file, severity, message, source, code, place]);
}
