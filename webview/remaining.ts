/**
 * Counts down from `ms`, which were left when this was made. By a clock of its own, which neither the extension host's,
 * perhaps on another machine, nor the person setting theirs can move.
 */
export function countDown(ms: number, clock: () => number): () => number {
  const end = clock() + ms;
  return () => Math.max(0, end - clock());
}
