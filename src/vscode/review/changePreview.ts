import * as l10n from '@vscode/l10n';
import { withLf } from './lines';

/** What a diff editor shows instead of texts that would make it unresponsive. */
export interface ChangePreview {
  readonly before: string;
  readonly after: string;
}

const MAX_LENGTH = 5 * 1024 * 1024;
const MAX_LINE = 50_000;
const SHOWN_LINES = 2000;
const SHOWN_COLUMNS = 2000;
const CONTEXT_LINES = 20;
const CONTEXT_COLUMNS = 200;

/**
 * The part in which the two texts differ, cut to a size that an editor handles easily, below a line that says so.
 * Null if the texts can be shown completely.
 */
export function previewOfLarge(before: string, after: string): ChangePreview | null {
  if (!isLarge(before) && !isLarge(after)) return null;
  const old = withLf(before).split('\n');
  const lines = withLf(after).split('\n');
  const limit = Math.min(old.length, lines.length);
  let head = 0;
  while (head < limit && old[head] === lines[head]) head++;
  let tail = 0;
  while (tail < limit - head && old[old.length - 1 - tail] === lines[lines.length - 1 - tail]) tail++;
  const from = Math.max(0, head - CONTEXT_LINES);
  const shown = [old, lines].map(all =>
    all.slice(from, Math.min(all.length - tail + CONTEXT_LINES, from + SHOWN_LINES)),
  );
  const note = l10n.t(
    'Pollux shows only a part of this large file, from line {0}, and it can’t be edited here. Accepting applies the whole change.',
    from + 1,
  );
  const [left = [], right = []] = shown;
  return { before: join(note, left, right), after: join(note, right, left) };
}

function isLarge(text: string): boolean {
  return text.length > MAX_LENGTH || hasLongLine(text);
}

function hasLongLine(text: string): boolean {
  for (let start = 0; text.length - start > MAX_LINE;) {
    const end = text.lastIndexOf('\n', start + MAX_LINE);
    if (end < start) return true;
    start = end + 1;
  }
  return false;
}

function join(note: string, lines: readonly string[], others: readonly string[]): string {
  return [note, ...lines.map((line, i) => cut(line, others[i] ?? ''))].join('\n');
}

/** The part of a long line around its first difference from the other side. */
function cut(line: string, other: string): string {
  if (line.length <= SHOWN_COLUMNS) return line;
  let same = 0;
  while (same < line.length && line[same] === other[same]) same++;
  const from = same === line.length ? 0 : Math.max(0, same - CONTEXT_COLUMNS);
  const to = from + SHOWN_COLUMNS;
  return `${from > 0 ? '…' : ''}${line.slice(from, to)}${to < line.length ? '…' : ''}`;
}
