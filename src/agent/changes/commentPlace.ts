import type { TextChange } from '../ports/changes';
import type { ReviewPlace } from '../ports/reviewThreads';

/** How many lines of the commented text are remembered. */
export const MAX_QUOTE = 20;

/** Moves the place along with edits reported by an editor, all relative to the text before. */
export function movedPlace<T extends ReviewPlace>(place: T, changes: readonly TextChange[]): T {
  let { start, end } = place;
  for (const { start: from, end: to, text } of changes) {
    const by = (text.match(/\r\n|\r|\n/g)?.length ?? 0) - (to.line - from.line);
    if (by === 0) continue;
    // Text typed at the very beginning of the first line pushes the line down.
    const isAbove =
      from.line < place.start || (from.line === place.start && from.character === 0 && to.line === from.line);
    if (isAbove && to.line <= place.start) {
      start += by;
      end += by;
    } else if (from.line < place.end) {
      start = Math.min(start, from.line);
      end = Math.max(start + 1, end + by);
    }
  }
  return start === place.start && end === place.end ? place : { ...place, start, end };
}

/** Finds the place in a text of which only the current state is known: the nearest lines that equal the quote. */
export function foundPlace<T extends ReviewPlace>(place: T, lines: readonly string[]): T {
  const { quote, start, end } = place;
  const plain = lines.map(line => line.replace(/[\r\n]+$/, ''));
  const isAt = (at: number) => quote.length > 0 && quote.every((line, index) => plain[at + index] === line);
  if (isAt(start)) return place;
  for (let by = 1; by < plain.length; by++) {
    const at = [start - by, start + by].find(each => each >= 0 && isAt(each));
    if (at !== undefined) return { ...place, start: at, end: at + (end - start) };
  }
  // The commented lines are gone or rewritten; the place stays, but within the file.
  const last = Math.max(0, plain.length - 1);
  const from = Math.min(start, last);
  return from === start && end <= plain.length
    ? place
    : { ...place, start: from, end: Math.max(from + 1, Math.min(end, plain.length)) };
}
