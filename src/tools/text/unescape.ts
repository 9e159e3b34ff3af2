import { withLf } from './lines';

/** The two strings of an edit, with the same escapes undone in both. */
export interface Unescaped {
  readonly wanted: string;
  readonly fresh: string;
}

type Undo = (text: string) => string;

const MEANINGS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** Ways to undo a model's excess escaping, mildest first: only quotes, one level of JSON, any number of levels. */
const UNDOINGS: readonly Undo[] = [
  text => text.replace(/\\(["'`])/g, '$1'),
  text => text.replace(/\\([nrt"'`\\])/g, (_, letter: string) => MEANINGS[letter] ?? letter),
  text => text.replace(/\\+([nrt"'`])/g, (_, letter: string) => MEANINGS[letter] ?? letter),
];

/**
 * The possible original strings of an edit that was escaped once too often: one for each way of undoing it that
 * changes the old string. If two ways agree on the old string but not on the new one, neither is offered, because it
 * is unknown which one is right.
 */
export function unescapings(wanted: string, fresh: string): Unescaped[] {
  const ways = UNDOINGS.map(undo => ({ wanted: withLf(undo(wanted)), fresh: withLf(undo(fresh)) }));
  return ways.filter((way, at) => {
    if (way.wanted === wanted) return false;
    const rivals = ways.filter(other => other.wanted === way.wanted);
    const isFirst = ways.findIndex(other => other.wanted === way.wanted) === at;
    return isFirst && rivals.every(other => other.fresh === way.fresh || hasRealNewline(wanted, fresh));
  });
}

/** If there are real newlines, newlines were not escaped, so an escaped one in the new string is literal. */
function hasRealNewline(wanted: string, fresh: string): boolean {
  return wanted.includes('\n') || fresh.includes('\n');
}
