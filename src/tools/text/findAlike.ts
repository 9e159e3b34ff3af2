import { diffArrays } from 'diff';
import { Balance, distanceWithin, withoutBlanks } from './editDistance';
import { Block, Indentation, type Edit } from './findText';

/** Shorter texts resemble others too easily. */
const MIN_LENGTH = 10;
/** The maximum difference, as a share of the length of the text searched for. */
const MAX_DIFFERENCE = 0.1;
/** The weight of a whitespace character compared with other characters. */
const BLANK_WEIGHT = 0.1;
/** The maximum number of cells computed in distance tables: about a tenth of a second. */
const PATIENCE = 12_000_000;

interface Candidate {
  /** Index of its first line. */
  readonly line: number;
  readonly score: number;
}

/**
 * Every run of lines that is almost `wanted`: the same number of lines, with at most a tenth of the characters
 * different, where whitespace counts for a tenth of a character. Lines that `fresh` keeps unchanged from `wanted`
 * stay as they are in the text. Finds nothing if it would take too long or if overlapping runs are equally similar.
 */
export function findAlike(text: string, wanted: string, fresh: string): Edit[] {
  const block = new Block(wanted, fresh);
  if (wanted.trim().length < MIN_LENGTH || text.length < wanted.length / 2) return [];
  const lines = text.split('\n');
  const candidates = candidatesIn(lines, block.oldLines);
  if (!candidates) return [];
  const chosen = apart(candidates, block.oldLines.length);
  if (!chosen) return [];
  const starts = offsetsOf(lines, chosen);
  return chosen.map(({ line }, at) => {
    const found = lines.slice(line, line + block.oldLines.length);
    const start = starts[at] ?? 0;
    return block.edit(text, start, start + found.join('\n').length, mergedLines(block, found));
  });
}

/** Null if it takes too long. */
function candidatesIn(lines: readonly string[], wanted: readonly string[]): Candidate[] | null {
  const raw = wanted.map(line => line.trimEnd()).join('\n');
  const bare = withoutBlanks(raw);
  const limit = Math.floor(raw.length * MAX_DIFFERENCE);
  const balance = new Balance(bare);
  const found: Candidate[] = [];
  let cells = 0;
  const distance = (one: string, other: string, most: number): number | null => {
    // Most distances are small, and a narrow band is cheap.
    for (let band = Math.min(8, most); cells <= PATIENCE; band = Math.min(4 * band, most)) {
      cells += other.length * (2 * band + 1);
      const result = distanceWithin(one, other, band);
      if (result !== null || band === most) return result;
    }
    return null;
  };
  for (const [end, line] of lines.entries()) {
    balance.add(line);
    const first = end - wanted.length + 1;
    if (first > 0) balance.remove(lines[first - 1] ?? '');
    if (first < 0 || balance.distance() > limit) continue;
    const window = lines
      .slice(first, end + 1)
      .map(each => each.trimEnd())
      .join('\n');
    const real = distance(withoutBlanks(window), bare, limit);
    const all = real === null ? null : distance(window, raw, real + Math.floor((limit - real) / BLANK_WEIGHT));
    if (cells > PATIENCE) return null;
    if (real !== null && all !== null) {
      found.push({ line: first, score: (real + Math.max(0, all - real) * BLANK_WEIGHT) / raw.length });
    }
  }
  return found;
}

/** The best of overlapping candidates, in text order; null on a tie. */
function apart(candidates: readonly Candidate[], height: number): Candidate[] | null {
  const chosen: Candidate[] = [];
  for (const candidate of [...candidates].sort((a, b) => a.score - b.score || a.line - b.line)) {
    const rival = chosen.find(other => Math.abs(other.line - candidate.line) < height);
    if (rival?.score === candidate.score) return null;
    if (!rival) chosen.push(candidate);
  }
  return chosen.sort((a, b) => a.line - b.line);
}

function offsetsOf(lines: readonly string[], chosen: readonly Candidate[]): number[] {
  let [line, offset] = [0, 0];
  return chosen.map(candidate => {
    for (; line < candidate.line; line++) offset += (lines[line]?.length ?? 0) + 1;
    return offset;
  });
}

/** The new lines, but with the file's own lines where the model kept a line unchanged. */
function mergedLines({ oldLines, newLines }: Block, found: readonly string[]): string[] {
  const indentation = new Indentation(oldLines, found);
  const merged: string[] = [];
  let old = 0;
  for (const { value, added, removed } of diffArrays([...oldLines], [...newLines])) {
    if (added) merged.push(...indentation.applyAll(value));
    else {
      if (!removed) merged.push(...found.slice(old, old + value.length));
      old += value.length;
    }
  }
  return merged;
}
