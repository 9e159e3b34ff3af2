/** The first `limit` items in order. Faster than sorting: most items are compared only with the last candidate. */
export function firstOf<T>(items: readonly T[], limit: number, order: (a: T, b: T) => number): T[] {
  const first: T[] = [];
  let last: T | undefined;
  for (const item of items) {
    if (last !== undefined && order(item, last) >= 0) continue;
    if (first.push(item) < 2 * limit) continue;
    first.sort(order).length = limit;
    last = first.at(-1);
  }
  return first.sort(order).slice(0, limit);
}
