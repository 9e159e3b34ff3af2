/**
 * How many lines are removed and added at the least to turn one text into another: those that the other one has less often, or
 * not at all. Takes a moment where a diff that gives up in the end takes a second.
 */
export function leastEditLength(before: readonly string[], after: readonly string[]): number {
  const unmatched = new Map<string, number>();
  for (const line of before) unmatched.set(line, (unmatched.get(line) ?? 0) + 1);
  let length = before.length;
  for (const line of after) {
    const count = unmatched.get(line) ?? 0;
    if (count > 0) unmatched.set(line, count - 1);
    length += count > 0 ? -1 : 1;
  }
  return length;
}
