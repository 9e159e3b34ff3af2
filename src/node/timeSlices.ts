import { setImmediate as nextTurn } from 'node:timers/promises';

const sliceMs = 10;

/** Works synchronously, which is several times faster with files, but gives way every few milliseconds. */
export async function inSlices<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
  let started = performance.now();
  for (const item of items) {
    work(item);
    if (performance.now() - started < sliceMs) continue;
    await nextTurn();
    started = performance.now();
  }
}
