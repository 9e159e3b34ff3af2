/** The live output that is kept of a call: about so many of its last characters. */
export const LIVE_OUTPUT_LIMIT = 40_000;
/** To cut a long text for each character that comes would take too long. */
const EXCESS = 10_000;
/** No key of one line is longer. */
const MAX_KEY = 16 * 1024;

/** The part of a live output that is kept. It does not begin within a key, which could not be told as one any more. */
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
