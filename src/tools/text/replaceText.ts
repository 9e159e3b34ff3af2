import type { EditCorrection } from '../../shared/proposals';
import { ToolError } from '../../shared/errors';
import { findAlike } from './findAlike';
import { findExact, findLoosely, findTokens, type Edit } from './findText';
import { lineAt, withLf } from './lines';
import { unescapings } from './unescape';

export type Replacement =
  /** `correction`: how it was found, unless by an exact match. */
  | { readonly ok: true; readonly text: string; readonly count: number; readonly correction?: EditCorrection }
  /** The number of occurrences `found` isn't the expected one; `lines` are the 1-based lines of the first of them. */
  | { readonly ok: false; readonly found: number; readonly lines: readonly number[] };

/** More than this would hold up everything else, and nobody could review it. */
const MAX_COUNT = 100_000;
const MAX_LENGTH = 20 * 1024 * 1024;

/** Listing more places than this is useless. */
const MAX_LINES = 50;

type Find = (text: string, wanted: string, fresh: string) => Edit[];

/** The search strategies, most reliable first. Approximate matches never count as surplus occurrences. */
const STAGES: readonly { readonly find: Find; readonly correction?: EditCorrection; readonly isGuess?: true }[] = [
  { find: findExact },
  { find: findLoosely, correction: 'flexible' },
  { find: findTokens, correction: 'regex' },
  { find: findUnescaped, correction: 'unescaped' },
  { find: findAlike, correction: 'fuzzy', isGuess: true },
];

/**
 * Replaces `expected` occurrences of `oldString` (null: all, at least one). Tries an exact match, then line by line
 * ignoring indentation, then token by token ignoring whitespace, then with excess escapes undone, then a run of lines
 * that is almost the same. A newline in the arguments matches any line ending of the file; all characters outside the
 * actual differences stay unchanged.
 */
export function replaceText(text: string, oldString: string, newString: string, expected: number | null): Replacement {
  const view = new LfView(text);
  const [wanted, fresh] = [withLf(oldString), view.hasNewline ? withLf(newString) : newString];
  for (const { find, correction, isGuess } of STAGES) {
    const edits = find(view.text, wanted, fresh);
    if (edits.length === 0) continue;
    if (edits.length === (expected ?? edits.length)) {
      if (edits.length > MAX_COUNT || lengthAfter(text, edits) > Math.max(MAX_LENGTH, text.length)) throw tooMuch();
      const result = view.apply(edits);
      // If a guess changes nothing, the edit has most likely been applied already.
      if (isGuess && result === text) continue;
      return { ok: true, text: result, count: edits.length, ...(correction && { correction }) };
    }
    if (!isGuess) return { ok: false, found: edits.length, lines: linesOf(view.text, edits.slice(0, MAX_LINES)) };
  }
  return { ok: false, found: 0, lines: [] };
}

function lengthAfter(text: string, edits: readonly Edit[]): number {
  return edits.reduce((length, { start, end, text: fresh }) => length - (end - start) + fresh.length, text.length);
}

function tooMuch(): ToolError {
  return new ToolError(
    'file_too_large',
    'Failed to edit: more than 100,000 replacements, or a text of more than 20 MB. Give old_string more context.',
  );
}

/** The lines at which edits begin. They are in order, so one pass over the text suffices. */
function linesOf(text: string, edits: readonly Edit[]): number[] {
  let line = 1;
  let from = 0;
  return edits.map(({ start }) => {
    line += lineAt(text.slice(from, start), start - from) - 1;
    from = start;
    return line;
  });
}

function findUnescaped(text: string, wanted: string, fresh: string): Edit[] {
  for (const way of unescapings(wanted, fresh)) {
    for (const find of [findExact, findLoosely]) {
      const edits = find(text, way.wanted, way.fresh);
      if (edits.length > 0) return edits;
    }
  }
  return [];
}

/** A view of a text with `\n` for every `\r\n`, which can apply edits to the original. */
class LfView {
  readonly text: string;
  readonly hasNewline: boolean;
  /** Positions in `text` of newlines that are `\r\n` in the original. */
  readonly #pairs: number[] = [];
  readonly #lastNewline: number;
  /** The newline found most recently. */
  #newline = -1;

  constructor(private readonly original: string) {
    this.text = withLf(original);
    this.#lastNewline = original.lastIndexOf('\n');
    this.hasNewline = this.#lastNewline >= 0;
    for (let at = original.indexOf('\r\n'); at >= 0; at = original.indexOf('\r\n', at + 2)) {
      this.#pairs.push(at - this.#pairs.length);
    }
  }

  /** Applies edits to the original; they must be in order and not overlap. */
  apply(edits: readonly Edit[]): string {
    const parts: string[] = [];
    let from = 0;
    for (const edit of edits) {
      const { start, end, text } = this.#narrow(edit);
      const [begin, stop] = [this.#toOriginal(start), this.#toOriginal(end)];
      parts.push(this.original.slice(from, begin), this.#withEndingsOf(begin, text));
      from = stop;
    }
    return parts.join('') + this.original.slice(from);
  }

  /** Removes what is identical at both ends of the edit, so that those bytes aren't touched. */
  #narrow({ start, end, text }: Edit): Edit {
    const shorter = Math.min(end - start, text.length);
    let head = 0;
    while (head < shorter && this.text[start + head] === text[head]) head++;
    let tail = 0;
    while (tail < shorter - head && this.text[end - 1 - tail] === text[text.length - 1 - tail]) tail++;
    return { start: start + head, end: end - tail, text: text.slice(head, text.length - tail) };
  }

  #toOriginal(offset: number): number {
    let [low, high] = [0, this.#pairs.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#pairs[middle] ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return offset + low;
  }

  /** The newline at or after `begin`, or the last one. Edits are in order, so the text is searched only once. */
  #nearestNewline(begin: number): number {
    if (this.#newline < begin && this.#newline !== this.#lastNewline) {
      const next = this.original.indexOf('\n', begin);
      this.#newline = next < 0 ? this.#lastNewline : next;
    }
    return this.#newline;
  }

  /** `text` with the line ending that the original has from `begin` on. */
  #withEndingsOf(begin: number, text: string): string {
    if (this.#pairs.length === 0 || !text.includes('\n')) return text;
    return this.original[this.#nearestNewline(begin) - 1] === '\r' ? text.replaceAll('\n', '\r\n') : text;
  }
}
