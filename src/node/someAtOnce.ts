/** Well below the limit of open files per process, which may be as low as 256. */
const MOST = 32;

/** Like `Promise.all`, for work that opens files: limits how many items are worked on at the same time. */
export async function someAtOnce<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const takeTurns = async () => {
    for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at] as T);
  };
  await Promise.all(Array.from({ length: Math.min(MOST, items.length) }, takeTurns));
  return results;
}
