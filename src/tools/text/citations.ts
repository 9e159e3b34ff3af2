import type { Grounding } from '../../agent/ports/model';

/**
 * An answer with its sources: `[n]` after each supported passage, and the list at the end. The service's offsets are
 * in UTF-8 bytes.
 */
export function withCitations(text: string, grounding: Grounding | undefined): string {
  const { sources = [], supports = [] } = grounding ?? {};
  if (sources.length === 0) return text;
  const bytes = new TextEncoder().encode(text);
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  let from = 0;
  for (const [end, numbers] of marksOf(supports, bytes.length)) {
    pieces.push(decoder.decode(bytes.subarray(from, end)), ...numbers.map(number => `[${number + 1}]`));
    from = end;
  }
  pieces.push(decoder.decode(bytes.subarray(from)));
  const list = sources.map(({ title, uri }, i) => `[${i + 1}] ${title || 'Untitled'} (${uri})`);
  return `${pieces.join('')}\n\nSources:\n${list.join('\n')}`;
}

/** The positions of the marks, in order; passages that end at the same position are cited together. */
function marksOf(supports: Grounding['supports'], length: number): [end: number, sources: number[]][] {
  const marks = new Map<number, Set<number>>();
  for (const { end, sources } of supports) {
    const at = Math.min(end, length);
    marks.set(at, new Set([...(marks.get(at) ?? []), ...sources]));
  }
  return [...marks].sort(([a], [b]) => a - b).map(([end, sources]) => [end, [...sources].sort((a, b) => a - b)]);
}
