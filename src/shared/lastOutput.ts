/** How much of a call's live output is kept: roughly this many of its last characters. */
export const LIVE_OUTPUT_LIMIT = 40_000;
/** Cutting a long text for every added character would be too slow, so the output may exceed the limit by this much. */
const EXCESS = 10_000;
/** No single-line key is longer. */
const MAX_KEY = 16 * 1024;

/** The end of a live output, as far as it is kept. Never begins inside a key: its rest couldn't be recognized. */
export function lastOutput(text: string): string {
  if (text.length <= LIVE_OUTPUT_LIMIT + EXCESS) return text;
  const cut = text.length - LIVE_OUTPUT_LIMIT;
  const word = afterWord(text, cut);
  const begin = text.lastIndexOf('-----BEGIN ', word);
  const end = begin < 0 ? -1 : text.indexOf('-----END ', begin);
  return text.slice(begin >= 0 && end >= word ? end : word);
}

function afterWord(text: string, from: number): number {
  const space = /\s/g;
  space.lastIndex = from;
  const at = space.exec(text.slice(0, from + MAX_KEY))?.index;
  return at ?? Math.min(from + MAX_KEY, text.length);
}
