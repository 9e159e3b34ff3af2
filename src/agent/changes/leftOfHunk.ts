import type { FileChanges, Hunk } from '../ports/changes';
import { diffLines, type LineEdit } from './lineEdits';

/** Words first, since formatters change what stands around them; then signs; then blanks, if nothing else was changed. */
const TOKENS = [/[\p{L}\p{N}_]+/gu, /[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu, /[\p{L}\p{N}_]+|\s+|./gu];

/**
 * Whether a hunk is still there after others wrote to its file: more than half of what it added and removed must be
 * left, in the same order. Otherwise, others have put lines of their own in its place, as a checkout does.
 */
export function isLeftOf(hunk: Hunk, before: FileChanges, after: FileChanges): boolean {
  const now = after.hunks.find(({ id }) => id === hunk.id);
  if (!now) return false;
  const made = before.lines.slice(hunk.start, hunk.end);
  const present = after.lines.slice(now.start, now.end);
  if (isSame(made, present) && isSame(hunk.base, now.base)) return true;
  // With the lines around it, which show whether what was removed is still missing there.
  const texts = [around(before, hunk, hunk.base), around(before, hunk, made), around(after, now, present)];
  for (const pattern of TOKENS) {
    const [old = [], brought = [], found = []] = texts.map(text => text.match(pattern) ?? []);
    const own = diffLines(old, brought);
    if (own.length > 0) return moreThanHalfIsIn(found, brought, own);
  }
  return true;
}

/** `own`: what was changed to get to `brought`. Something removed counts as much as one token that was added. */
function moreThanHalfIsIn(found: readonly string[], brought: readonly string[], own: readonly LineEdit[]): boolean {
  const others = diffLines(brought, found);
  let [all, left, shift] = [0, 0, 0];
  for (const { start, end, lines } of own) {
    const from = start + shift;
    const to = from + lines.length;
    shift += lines.length - (end - start);
    all += Math.max(1, lines.length);
    if (from === to) left += others.some(edit => edit.start <= from && from <= edit.end) ? 0 : 1;
    else left += to - from - others.reduce((sum, edit) => sum + overlap(edit, from, to), 0);
  }
  return left * 2 > all;
}

function overlap({ start, end }: LineEdit, from: number, to: number): number {
  return Math.max(0, Math.min(end, to) - Math.max(start, from));
}

function around({ lines }: FileChanges, { start, end }: Hunk, text: readonly string[]): string {
  return [...lines.slice(Math.max(0, start - 1), start), ...text, ...lines.slice(end, end + 1)].join('');
}

function isSame(lines: readonly string[], others: readonly string[]): boolean {
  return lines.length === others.length && lines.every((line, index) => line === others[index]);
}
