import { diffArrays } from 'diff';
import { leastEditLength } from '../../shared/leastEditLength';

/** Lines `start` to `end` (0-based, `end` exclusive) of a text become `lines`, which have no line endings. */
export interface LineHunk {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

export type LineEnding = '\n' | '\r\n';

// Beyond this many changed lines a finer diff costs more than it helps; one hunk then replaces them all.
const MAX_EDIT_LENGTH = 2000;

/** Replaces every line ending by `\n`, for comparison with an editor's document. There too, a lone `\r` ends a line. */
export function withLf(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** Whether the texts differ at most in line endings. */
export function isAlike(text: string, other: string): boolean {
  return text === other || withLf(text) === withLf(other);
}

/** The ending of most lines; `\n` if the text has none. */
export function dominantEnding(text: string): LineEnding {
  const endings = text.match(/\r\n|\n/g) ?? [];
  const crlf = endings.filter(ending => ending === '\r\n').length;
  return crlf * 2 > endings.length ? '\r\n' : '\n';
}

/** Whether the text's line endings differ from each other, or can't be held by an editor's document. */
export function hasMixedEndings(text: string): boolean {
  return withLf(text).replaceAll('\n', dominantEnding(text)) !== text;
}

/** A small list of line replacements, in order, that turns one text into the other; line endings are ignored. */
export function lineHunks(before: string, after: string): LineHunk[] {
  const old = withLf(before).split('\n');
  const lines = withLf(after).split('\n');
  let head = 0;
  while (head < old.length && head < lines.length && old[head] === lines[head]) head++;
  let tail = 0;
  const limit = Math.min(old.length, lines.length) - head;
  while (tail < limit && old[old.length - 1 - tail] === lines[lines.length - 1 - tail]) tail++;
  return middleHunks(old.slice(head, old.length - tail), lines.slice(head, lines.length - tail), head);
}

function middleHunks(old: string[], lines: string[], offset: number): LineHunk[] {
  if (old.length === 0 && lines.length === 0) return [];
  const whole = [{ start: offset, end: offset + old.length, lines }];
  if (old.length === 0 || lines.length === 0) return whole;
  if (leastEditLength(old, lines) > MAX_EDIT_LENGTH) return whole;
  const changes = diffArrays(old, lines, { maxEditLength: MAX_EDIT_LENGTH });
  if (!changes) return whole;
  const hunks: LineHunk[] = [];
  let line = offset;
  let open: { start: number; end: number; lines: string[] } | undefined;
  for (const change of changes) {
    if (!change.added && !change.removed) {
      if (open) hunks.push(open);
      open = undefined;
      line += change.value.length;
      continue;
    }
    open ??= { start: line, end: line, lines: [] };
    if (change.added) open.lines.push(...change.value);
    else open.end = line += change.value.length;
  }
  if (open) hunks.push(open);
  return hunks;
}

/**
 * `text` with the line endings that its lines have in `original`; new lines get the most frequent ending. Returns
 * `original` itself if the two differ only in line endings.
 */
export function restoreEndings(original: string, text: string): string {
  const plain = withLf(text);
  const fallback = dominantEnding(original);
  if (!hasMixedEndings(original)) return fallback === '\n' ? plain : plain.replaceAll('\n', fallback);
  const endings: string[] = original.match(/\r\n|\n|\r/g) ?? [];
  // From the last hunk to the first, so that the earlier line numbers stay valid.
  for (const hunk of lineHunks(original, plain).reverse()) {
    endings.splice(hunk.start, hunk.end - hunk.start, ...hunk.lines.map(() => fallback as string));
  }
  const lines = plain.split('\n');
  // From the last line to the first: a lone `\r` before a line feed would merge two endings into one.
  let next = lines.at(-1) ?? '';
  for (let i = lines.length - 2; i >= 0; i--) {
    const ending = endings[i] ?? fallback;
    next = (lines[i] ?? '') + (ending === '\r' && next.startsWith('\n') ? fallback : ending);
    lines[i] = next;
  }
  return lines.join('');
}
