/**
 * Counts down from `ms`, the time left now, using the panel's own clock: the extension host's clock (possibly on
 * another machine) and changes to the system time don't affect it.
 */
export function countDown(ms: number, clock: () => number): () => number {
  const end = clock() + ms;
  return () => Math.max(0, end - clock());
}
