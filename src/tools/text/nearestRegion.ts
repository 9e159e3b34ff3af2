import { cutLine } from './truncate';

export interface Region {
  /** 1-based and inclusive. */
  readonly first: number;
  readonly last: number;
  /** Numbered lines, truncated if there are many. */
  readonly excerpt: string;
}

const LONGEST_TEXT = 2_000_000;
const EXCERPT_LINES = 20;
const EXCERPT_WIDTH = 200;
const MOST_PLACES = 20;

/** The likeliest place of `wanted` in `text`: where most of its lines are, otherwise words of its longest line. */
export function nearestRegion(text: string, wanted: string): Region | null {
  if (text.length > LONGEST_TEXT) return null;
  const lines = text.split(/\r?\n/);
  const wantedLines = wanted.split(/\r?\n/).map(line => line.trim());
  const at = mostLinesAlike(lines, wantedLines) ?? mostWordsAlike(lines, wantedLines);
  if (at === null) return null;
  const from = Math.max(0, Math.min(at, lines.length - 1));
  const until = Math.min(lines.length, Math.max(from + 1, at + wantedLines.length));
  const excerpt = lines
    .slice(from, Math.min(until, from + EXCERPT_LINES))
    .map((line, n) => `${from + n + 1}: ${cutLine(line, EXCERPT_WIDTH)}`);
  return { first: from + 1, last: until, excerpt: excerpt.join('\n') };
}

function mostLinesAlike(lines: readonly string[], wanted: readonly string[]): number | null {
  const places = new Map<string, number[]>();
  wanted.forEach((line, at) => {
    if (line.length <= 2) return;
    const known = places.get(line);
    // A line that occurs everywhere doesn't help to find the place.
    if (!known) places.set(line, [at]);
    else if (known.length < MOST_PLACES) known.push(at);
  });
  const votes = new Map<number, number>();
  lines.forEach((line, at) => {
    for (const place of places.get(line.trim()) ?? []) votes.set(at - place, (votes.get(at - place) ?? 0) + 1);
  });
  return best(votes);
}

function mostWordsAlike(lines: readonly string[], wanted: readonly string[]): number | null {
  const longest = wanted.reduce(
    (longest, line, at) => (line.length > (wanted[longest]?.length ?? 0) ? at : longest),
    0,
  );
  const words = new Set(wordsOf(wanted[longest] ?? ''));
  const scores = new Map<number, number>();
  lines.forEach((line, at) => {
    const alike = new Set(wordsOf(line).filter(word => words.has(word))).size;
    if (alike * 2 >= words.size && alike > 0) scores.set(at - longest, alike);
  });
  return best(scores);
}

function wordsOf(line: string): string[] {
  return line.slice(0, 1000).match(/\w{2,}/g) ?? [];
}

function best(scores: ReadonlyMap<number, number>): number | null {
  let found: number | null = null;
  for (const [at, score] of scores) if (found === null || score > (scores.get(found) ?? 0)) found = at;
  return found;
}
