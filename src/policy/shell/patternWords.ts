/** What no command contains because of it: what may not follow or precede, classes, and the names of groups. */
const NOT_SPELLED = /\(\?<?!(?:\\.|[^()\\])*\)|\[(?:\\.|[^\]\\])*\]|\(\?(?:[:=]|<=|<\w+>)/gs;
/** An escape that stands for a kind of characters or for a place. */
const KIND = /\\(?:[bBdDsSwWnrtfv0-9]|[pPu]\{[^}]*\}|k<\w+>|x[\da-f]{2}|u[\da-f]{4}|c[a-z])/gi;

/** The whole words that an expression spells out, and for `--name=value` also the name. */
export function spelledBy(source: string): ReadonlySet<string> {
  const literal = source
    .replace(NOT_SPELLED, ' ')
    .replace(/\\\\(?=["'\s])/g, ' ')
    .replace(KIND, ' ')
    .replace(/(?<!\\)[\s()|.*+?^$"']|(?<!\\)\{[\d,]*\}/g, ' ')
    .replace(/\\(.)/gs, '$1');
  const words = literal.split(/\s+/).filter(Boolean);
  return new Set(words.flatMap(word => [word, /^--?[^=]+(?==)/.exec(word)?.[0] ?? word]));
}
