import { PathIndex } from '../../src/context/mentions/pathIndex';
import { nextSlice } from '../../src/node/timeSlices';
import { percentile, type Metric } from './metric';

const FILES = 100_000;
const now = () => performance.now();

/** The list at `@` over a hundred thousand files: what a key takes, in slices between which all else runs. */
export async function measureCompletion(report: (...metrics: Metric[]) => void): Promise<void> {
  const names = ['composer', 'session', 'toolScheduler', 'index', 'convert', 'policy', 'README', 'settings'];
  const files = Array.from(
    { length: FILES },
    (_, i) => `packages/p${i % 200}/src/part${i % 31}/${names[i % names.length]}${i}.ts`,
  );
  const pause = nextSlice;
  const begun = now();
  const index = await PathIndex.build(files, pause, now);
  const built = now() - begun;
  const keys: number[] = [];
  for (const word of ['composer99', 'part7/sess', 'p12 tools', 'packages/p1', 'stngs', 'zzz', 'r']) {
    for (let typed = 1; typed <= word.length; typed++) {
      const started = now();
      await index.search(word.slice(0, typed), { limit: 50, first: [], pause, now });
      keys.push(now() - started);
    }
  }
  report(
    { name: 'completion: 100,000 files taken into the index', value: built, unit: 'ms' },
    { name: 'completion: a key over 100,000 files, 95 of 100', value: percentile(keys, 0.95), unit: 'ms', limit: 50 },
    { name: 'completion: the slowest key', value: percentile(keys, 1), unit: 'ms', limit: 100 },
  );
}
