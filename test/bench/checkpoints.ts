import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHECKPOINT_LIMITS, DiskCheckpoints } from '../../src/node/checkpoints/checkpoints';
import { createDiskWorkspace } from '../../src/node/files/diskWorkspace';
import type { Metric } from './metric';

const FOLDERS = 500;
const FILES = 100;

/** Checkpoints of a repository of 50,000 files, against what git takes to add them to an empty one of its own. */
export async function measureCheckpoints(report: (...metrics: Metric[]) => void): Promise<void> {
  const base = mkdtempSync(join(tmpdir(), 'pollux-checkpoints-'));
  try {
    const work = join(base, 'work');
    writeFiles(work);
    const git = (...args: string[]) => execFileSync('git', [`--git-dir=${base}/git`, `--work-tree=${work}`, ...args]);
    execFileSync('git', ['init', '-q', '--bare', join(base, 'git')]);
    const adding = await secondsOf(async () => git('add', '-A'));
    const checkpoints = new DiskCheckpoints({
      folder: join(base, 'store'),
      workspace: createDiskWorkspace({ folders: [work] }),
      log: { info: () => undefined, warn: () => undefined, error: (_, error) => console.error(error) },
      newId: () => 'checkpoint',
      now: Date.now,
      limits: CHECKPOINT_LIMITS,
      locks: { holding: (_, work) => work() },
      onTrouble: error => console.error(error),
    });
    const origin = { sessionId: 's', messageId: 'm', label: 'bench' };
    // Each records what was there before and after, so the first one takes in a later one too.
    const first = await secondsOf(() => checkpoints.record(origin, null, async () => undefined));
    const later = await secondsOf(() =>
      checkpoints.record(origin, null, async () => writeFileSync(join(work, 'd1', 'f1.ts'), 'changed')),
    );
    report(
      { name: 'checkpoints: git add of 50,000 files', value: adding, unit: 's' },
      { name: 'checkpoints: the first of 50,000 files', value: first, unit: 's', limit: 10 },
      { name: 'checkpoints: the first against git add', value: first / adding, unit: '×', limit: 1.5 },
      { name: 'checkpoints: a later one, before and after', value: later, unit: 's', limit: 2 },
    );
  } finally {
    rmSync(base, { recursive: true });
  }
}

function writeFiles(work: string): void {
  for (let d = 0; d < FOLDERS; d++) {
    mkdirSync(join(work, `d${d}`), { recursive: true });
    for (let f = 0; f < FILES; f++) {
      const text = `// ${d} ${f}\n${'const x = 1;\n'.repeat(60 + ((d * f) % 300))}`;
      writeFileSync(join(work, `d${d}`, `f${f}.ts`), text);
    }
  }
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}
