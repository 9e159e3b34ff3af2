/** Longer patterns are nobody's, and could take long. */
const MAX_PATTERN = 1000;
/** What names of tools are made of, with what stands for others of it in patterns of file names. */
const NAME_PATTERN = /^[\w.:*?-]+$/;

/**
 * What names of tools are compared with: a regular expression, or where it is none, such as `*_file`, a
 * pattern of file names. Undefined: it is neither, so that no tool would match.
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
    return new RegExp(source);
  } catch {
    return undefined; // It is no regular expression.
  }
}
