import { repeatsRepetition } from '../policy/boundedPattern';

/** Nobody writes longer patterns, and matching them could take long. */
const MAX_PATTERN = 1000;
/** Characters of tool names, plus the wildcards of file name patterns. */
const NAME_PATTERN = /^[\w.:*?-]+$/;

/**
 * The expression that tool names are matched with: the matcher as a regular expression, or else as a file name
 * pattern such as `*_file`. Undefined if it is neither; no tool would match then.
 */
export function toolPattern(matcher: string): RegExp | undefined {
  if (matcher.length > MAX_PATTERN) return undefined;
  const own = compiled(matcher);
  if (own || !NAME_PATTERN.test(matcher)) return own;
  const glob = matcher.replaceAll('.', '\\.').replaceAll('*', '.*').replaceAll('?', '.');
  return compiled(`^${glob}$`);
}

function compiled(source: string): RegExp | undefined {
  try {
    return repeatsRepetition(source) ? undefined : new RegExp(source);
  } catch {
    return undefined; // It is not a regular expression.
  }
}
