import { withLf } from './lines';

/** The two strings of an edit, with the same escapes undone in both. */
export interface Unescaped {
  readonly wanted: string;
  readonly fresh: string;
}

type Undo = (text: string) => string;

const meanings: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** What models do to a string once too often, from the mildest: quotes only, one level of JSON, any number of levels. */
const undoings: readonly Undo[] = [
  text => text.replace(/\\(["'`])/g, '$1'),
  text => text.replace(/\\([nrt"'`\\])/g, (_, letter: string) => meanings[letter] ?? letter),
  text => text.replace(/\\+([nrt"'`])/g, (_, letter: string) => meanings[letter] ?? letter),
];

/**
 * What the strings of an edit may have been before somebody escaped them once too often, for as long as one way to
 * undo it changes the old string. A way that leaves open what becomes of the new string is not offered: where two ways
 * make the same of the old string and something else of the new one, nothing tells which of them is meant.
 */
export function unescapings(wanted: string, fresh: string): Unescaped[] {
  const ways = undoings.map(undo => ({ wanted: withLf(undo(wanted)), fresh: withLf(undo(fresh)) }));
  return ways.filter((way, at) => {
    if (way.wanted === wanted) return false;
    const rivals = ways.filter(other => other.wanted === way.wanted);
    const isFirst = ways.findIndex(other => other.wanted === way.wanted) === at;
    return isFirst && rivals.every(other => other.fresh === way.fresh || hasRealNewline(wanted, fresh));
  });
}

/** Then newlines were not escaped, and an escaped one in the new string is meant as it stands. */
function hasRealNewline(wanted: string, fresh: string): boolean {
  return wanted.includes('\n') || fresh.includes('\n');
}
