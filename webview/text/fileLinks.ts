import { isSourceName } from '../markdown/addresses';

/** A piece of output; if `path` is set, it names a location in a file. Lines are 1-based. */
export interface OutputPiece {
  readonly text: string;
  readonly path?: string;
  readonly line?: number;
}

// `src/a.ts:3:5`, `/work/a.ts:3`, `C:\work\a.ts:3`, `file:///work/a.ts:3` and the TypeScript compiler's
// `src/a.ts(3,5)`.
const PLACE =
  /(?:file:\/\/)?((?:[A-Za-z]:[\\/])?[\w.@+~/\\-]{0,400}\.[A-Za-z]\w{0,11})(?::(\d{1,7})(?::\d+)?|\((\d{1,7})(?:,\d+)?\))/g;

/**
 * Splits the text into pieces, with file locations as separate pieces. Whether the file exists shows when it is
 * opened.
 */
export function withFileLinks(text: string): OutputPiece[] {
  const pieces: OutputPiece[] = [];
  let end = 0;
  for (const match of text.matchAll(PLACE)) {
    const [whole, path = '', line, inBrackets] = match;
    const before = text[match.index - 1] ?? ' ';
    if (!isSourceName(path) || /[\w/:\\]/.test(before)) continue;
    if (match.index > end) pieces.push({ text: text.slice(end, match.index) });
    pieces.push({ text: whole, path, line: Number(line ?? inBrackets) });
    end = match.index + whole.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end) });
  return pieces;
}
