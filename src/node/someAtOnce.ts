/** Fewer than the files that a process may have open, of which there may be no more than 256. */
const MOST = 32;

/** What `Promise.all` gives, but of work that opens files, of which a process may have only so many open. */
export async function someAtOnce<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const takeTurns = async () => {
    for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at] as T);
  };
  await Promise.all(Array.from({ length: Math.min(MOST, items.length) }, takeTurns));
  return results;
}
