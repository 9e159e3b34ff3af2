// Where the cells of a notebook are in the lines of its file, which is JSON.
import type { Hunk } from '../../agent/ports/changes';

/** `start` (0-based) to `end` (exclusive): the cell's lines in the file. */
export interface CellLines {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** By line of the file: the first line of the cell's text that is written there. */
  readonly source: ReadonlyMap<number, number>;
}

type Lines = Pick<Hunk, 'start' | 'end'>;

/** A hunk in a cell; `first` to `last` (inclusive): the lines of the cell's text that it is shown at. */
export interface CellHunk<T extends Lines = Hunk> {
  readonly cell: number;
  readonly hunk: T;
  readonly first: number;
  readonly last: number;
}

/** A string of JSON contains no line break, so each line can be read on its own. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

/** The cells of a notebook; none, if it isn't one. */
export function cellsIn(lines: readonly string[]): readonly CellLines[] {
  const cells: CellLines[] = [];
  const open: string[] = [];
  const keys: string[] = [];
  let isKey = false;
  let [start, text, source] = [0, '', new Map<number, number>()];
  const isInCell = () => open.length >= 3 && open.slice(0, 3).join('') === '{[{' && keys[1] === 'cells';
  const isSource = () => isInCell() && keys[3] === 'source' && (open.length === 3 || open.slice(3).join('') === '[');
  for (const [at, line] of lines.entries()) {
    for (const [token] of line.matchAll(TOKEN)) {
      if (token.startsWith('"')) {
        const value = stringOf(token);
        if (isKey) keys[open.length] = value;
        else if (isSource()) {
          if (!source.has(at)) source.set(at, text.split('\n').length - 1);
          text += value;
        }
      } else if (token === '{' || token === '[') {
        open.push(token);
        if (open.length === 3 && isInCell()) [start, text, source] = [at, '', new Map<number, number>()];
      } else if (token === '}' || token === ']') {
        if (open.length === 3 && isInCell()) cells.push({ start, end: at + 1, text, source });
        open.pop();
      }
      isKey = token === '{' || (token === ',' && open.at(-1) === '{');
    }
  }
  return cells;
}

/** Where hunks are shown: at the text they change, or else at the top of the cell they are in. */
export function hunksInCells<T extends Lines>(
  cells: readonly CellLines[],
  hunks: readonly T[],
): readonly CellHunk<T>[] {
  return hunks.flatMap(hunk => {
    const inText = cells.flatMap((cell, index) => {
      const lines = touchedLines(cell, hunk);
      return lines ? [{ cell: index, hunk, ...lines }] : [];
    });
    if (inText.length > 0 || cells.length === 0) return inText;
    const cell = Math.max(
      0,
      cells.findLastIndex(({ start }) => start <= hunk.start),
    );
    return [{ cell, hunk, first: 0, last: 0 }];
  });
}

/** Where a hunk begins in a notebook: cell and line, 0-based; no line if it changes something else than a cell's text. */
export function cellPlaceOf(cells: readonly CellLines[], hunk: Lines): { cell: number; line?: number } | undefined {
  for (const [index, cell] of cells.entries()) {
    const line = touchedLines(cell, hunk)?.first;
    if (line !== undefined) return { cell: index, line };
  }
  const around = cells.findIndex(({ start, end }) => start <= hunk.start && hunk.start < end);
  return around < 0 ? undefined : { cell: around };
}

/** The line of the file that has a line of a cell's text. */
export function fileLineOf({ start, source }: CellLines, line: number): number {
  return [...source].findLast(([, first]) => first <= line)?.[0] ?? start;
}

function touchedLines(
  { source, text }: CellLines,
  { start, end }: Lines,
): Pick<CellHunk, 'first' | 'last'> | undefined {
  if (start === end) {
    const line = source.get(start) ?? source.get(start - 1);
    return line === undefined ? undefined : { first: line, last: line };
  }
  const all = [...source];
  const from = all.findIndex(([at]) => at >= start && at < end);
  const to = all.findLastIndex(([at]) => at >= start && at < end);
  if (from < 0) return undefined;
  const after = all[to + 1]?.[1] ?? text.split('\n').length;
  const first = all[from]?.[1] ?? 0;
  return { first, last: Math.max(first, after - 1) };
}

function stringOf(token: string): string {
  try {
    return String(JSON.parse(token));
  } catch {
    return token; // not JSON, so it isn't a notebook either
  }
}
