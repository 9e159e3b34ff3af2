// The user approves what they read, so nothing in it may be pushed out of view: padding is counted, not drawn.
import { visiblePieces } from '../../src/shared/hiddenCharacters';

/** Maximum characters of a line per row. */
const ROW_LENGTH = 60;
const MIN_BLANKS = 40;
const MIN_EMPTY_LINES = 5;
/** Rows that take about as much room as the note that they are omitted. */
const NOT_WORTH_HIDING = 3;

/** How many rows of a longer text are shown at its beginning and end until the user asks for more. */
export interface FoldSize {
  readonly first: number;
  readonly last: number;
}

/** For text that is run. */
export const COMMAND: FoldSize = { first: 8, last: 14 };
/** For text that is read: instructions, plans, messages. */
export const PROSE: FoldSize = { first: 60, last: 8 };
/** For one of several values. */
export const VALUE: FoldSize = { first: 8, last: 4 };

/**
 * A piece of a text. `text` is at most one line, including its line break; `hidden` is `count` times one invisible
 * character, written out; `blanks` and `emptyLines` represent `count` of them.
 */
export type TextRow =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'hidden'; readonly text: string; readonly count: number }
  | { readonly kind: 'blanks' | 'emptyLines'; readonly count: number };

/** What is shown of a text initially; `between` are the rows shown on request. */
export interface FoldedText {
  readonly first: readonly TextRow[];
  readonly between: readonly TextRow[];
  readonly last: readonly TextRow[];
}

export function foldText(text: string, { first, last }: FoldSize): FoldedText {
  const rows = rowsOf(text);
  if (rows.length <= first + last + NOT_WORTH_HIDING) return { first: rows, between: [], last: [] };
  const end = rows.length - last;
  return { first: rows.slice(0, first), between: rows.slice(first, end), last: rows.slice(end) };
}

/** The number of lines that end within the rows. */
export function linesIn(rows: readonly TextRow[]): number {
  return rows.reduce((sum, row) => {
    if (row.kind === 'text') return sum + (row.text.endsWith('\n') ? 1 : 0);
    return sum + (row.kind === 'emptyLines' ? row.count : 0);
  }, 0);
}

export function rowsOf(text: string): TextRow[] {
  const rows: TextRow[] = [];
  for (const { text: piece, isHidden } of visiblePieces(text)) {
    if (isHidden) pushHidden(rows, piece);
    else for (const [stretch] of piece.matchAll(/[ \t\n]+|[^ \t\n]+/g)) pushStretch(rows, stretch);
  }
  return rows;
}

function pushHidden(rows: TextRow[], text: string): void {
  const before = rows.at(-1);
  if (before?.kind === 'hidden' && before.text === text) rows.splice(-1, 1, { ...before, count: before.count + 1 });
  else rows.push({ kind: 'hidden', text, count: 1 });
}

/** Adds a stretch: a word, or all white space between two words. */
function pushStretch(rows: TextRow[], stretch: string): void {
  const lines = stretch.split('\n');
  if (!/^[ \t\n]/.test(stretch)) return pushText(rows, stretch);
  if (lines.length - 2 >= MIN_EMPTY_LINES) {
    pushText(rows, '\n');
    rows.push({ kind: 'emptyLines', count: lines.length - 2 });
    return pushBlanks(rows, lines.at(-1) ?? '');
  }
  for (const [index, blanks] of lines.entries()) {
    if (index > 0) pushText(rows, '\n');
    pushBlanks(rows, blanks);
  }
}

function pushBlanks(rows: TextRow[], blanks: string): void {
  if (blanks.length >= MIN_BLANKS) rows.push({ kind: 'blanks', count: blanks.length });
  else if (blanks !== '') pushText(rows, blanks);
}

/** Continues the previous row while it has room. */
function pushText(rows: TextRow[], text: string): void {
  let rest = text;
  while (rest !== '') {
    const before = rows.at(-1);
    const open =
      before?.kind === 'text' && !before.text.endsWith('\n') && before.text.length < ROW_LENGTH ? before.text : '';
    const end = wholeEnd(rest, ROW_LENGTH - open.length);
    if (open !== '') rows.pop();
    rows.push({ kind: 'text', text: open + rest.slice(0, end) });
    rest = rest.slice(end);
  }
}

/** `end`, or one more if that would be inside a surrogate pair. */
function wholeEnd(text: string, end: number): number {
  return /[\ud800-\udbff]/.test(text.charAt(end - 1)) ? end + 1 : end;
}
