// The expressions in rules are matched against commands that a model chose. The time some expressions need grows with
// a power of the text's length: one factor per repetition.

/** The maximum number of steps a match may take, by that estimate. */
const MOST_STEPS = 100_000_000;

/**
 * Whether an expression matches somewhere in a text. Returns `undecided` where searching would take too long: a
 * restricting rule then counts as matching, an allowing one as not matching.
 */
export function boundedTest(pattern: RegExp, text: string, undecided: boolean): boolean {
  const own = withoutLead(pattern);
  return stepsOf(own, text) > MOST_STEPS ? undecided : own.test(text);
}

/** The same expression without `.*` at its beginning, which matches nothing more there but is tried at each place. */
export function withoutLead(pattern: RegExp): RegExp {
  return pattern.source.startsWith('.*')
    ? new RegExp(pattern.source.replace(/^(?:\.\*\??)+/, ''), pattern.flags)
    : pattern;
}

/** Whether an expression repeats something that repeats: matching it against a text made for it can take forever. */
export function repeatsRepetition(source: string): boolean {
  return /[*+}]\)*[*+{]|\([^()]*[*+?|{][^()]*\)(?:[*+]|\{\d*,|\{\d{2,})|\)\)+[*+{]/.test(shapeOf(source));
}

/** The expression without anything that only looks like an operator: escapes, classes, and the kinds of groups. */
function shapeOf(source: string): string {
  return source
    .replace(/\\./gs, 'a')
    .replace(/\[[^\]]*\]/g, 'a')
    .replace(/\(\?(?:[:=!]|<[=!]|<\w+>)/g, '(');
}

function stepsOf({ source }: RegExp, text: string): number {
  // A repetition up to a certain character ends there, and a tail that runs to the end is matched immediately.
  const plain = source
    .replace(/\\./gs, 'a')
    .replace(/\[\^[^\]]*\][*+]/g, 'a')
    .replace(/\[[^\]]*\]/g, 'a')
    .replace(/\.[*+]\)*\$?$/, '');
  const repeats = plain.match(/[*+]|\{\d*,\d*\}|\{\d{2,}\}/g)?.length ?? 0;
  if (repeats === 0) return 0;
  // An expression that is not anchored is tried wherever its literal beginning occurs.
  const [beginning = ''] = /^[\w"' /:-]*(?![*+?{])/.exec(source) ?? [];
  const places = plain.startsWith('^') ? 1 : beginning === '' ? text.length : text.split(beginning).length - 1;
  return places * text.length ** repeats;
}
