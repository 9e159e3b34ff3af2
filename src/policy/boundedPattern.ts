// Expressions of rules are matched against commands that a model chose, and some expressions take a time that grows with a
// power of the length: one for each part that repeats.

/** Steps that a match may take at the most, by that estimate. */
const MOST_STEPS = 100_000_000;

/**
 * Whether an expression finds something in a text; `undecided` where looking would take too long. What restricts then
 * counts as found, and what allows as not found.
 */
export function boundedTest(pattern: RegExp, text: string, undecided: boolean): boolean {
  return stepsOf(pattern, text) > MOST_STEPS ? undecided : pattern.test(text);
}

function stepsOf({ source }: RegExp, text: string): number {
  // What is repeated up to a certain character ends there, and what follows to the end is found at once.
  const plain = source
    .replace(/\\./gs, 'a')
    .replace(/\[\^[^\]]*\][*+]/g, 'a')
    .replace(/\[[^\]]*\]/g, 'a')
    .replace(/\.[*+]\)*\$?$/, '');
  const repeats = plain.match(/[*+]|\{\d*,\d*\}|\{\d{2,}\}/g)?.length ?? 0;
  if (repeats === 0) return 0;
  // Where it need not begin with the text, it is tried at each place that its own beginning has.
  const [beginning = ''] = /^[\w"' /:-]*(?![*+?{])/.exec(source) ?? [];
  const places = plain.startsWith('^') ? 1 : beginning === '' ? text.length : text.split(beginning).length - 1;
  return places * text.length ** repeats;
}
