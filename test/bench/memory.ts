import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { ProjectMemory } from '../../src/context/memory/projectMemory';
import { MEMORY_DISK } from '../../src/node/config/memoryDisk';
import { median, type Metric } from './metric';

const FOLDERS = 1000;
const FILES_EACH = 100;
const ROUNDS = 9;

/** How long a look for memory files keeps the host from everything else, in two shapes of 100,000 files. */
export async function measureMemory(report: (...metrics: Metric[]) => void): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'pollux-bench-'));
  try {
    await makeFolders(join(root, 'deep'), FOLDERS, FILES_EACH);
    await makeFolders(join(root, 'flat'), 1, FOLDERS * FILES_EACH);
    for (const shape of ['deep', 'flat']) {
      const { busy, whole, files } = await lookIn(join(root, shape), root);
      if (files !== 2) throw new Error(`${files} memory files were found in place of 2`);
      report(
        {
          name: `memory: the host is busy with a look through 100,000 files, ${shape}`,
          value: busy,
          unit: 'ms',
          limit: 50,
        },
        { name: `memory: a look through 100,000 files, ${shape}`, value: whole, unit: 'ms' },
      );
    }
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

async function lookIn(folder: string, home: string): Promise<{ busy: number; whole: number; files: number }> {
  const memory = new ProjectMemory({
    disk: MEMORY_DISK,
    homes: () => ({ home: join(home, 'home'), folders: [folder] }),
    settings: () => ({
      fileNames: ['GEMINI.md'],
      importFormat: 'tree',
      maxFolders: 200,
      boundaryMarkers: ['.git'],
      families: ['agents', 'claude', 'copilot'],
      ignoring: { git: true, gemini: true, custom: [] },
    }),
    reportBug: (_message, error) => {
      throw error;
    },
  });
  const rounds: { busy: number; whole: number }[] = [];
  let files = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const [from, loop] = [performance.now(), performance.eventLoopUtilization()];
    files = (await memory.load()).length;
    rounds.push({ busy: performance.eventLoopUtilization(loop).active, whole: performance.now() - from });
  }
  return { busy: median(rounds.map(each => each.busy)), whole: median(rounds.map(each => each.whole)), files };
}

async function makeFolders(top: string, folders: number, filesEach: number): Promise<void> {
  await mkdir(top, { recursive: true });
  await writeFile(join(top, 'GEMINI.md'), 'Of the folder.');
  await writeFile(join(top, '.gitignore'), 'dist\n*.log\n');
  for (let i = 0; i < folders; i++) {
    const folder = join(top, `group${i % 40}`, `folder${i}`);
    await mkdir(folder, { recursive: true });
    for (let from = 0; from < filesEach; from += 1000) {
      const names = Array.from({ length: Math.min(1000, filesEach - from) }, (_, n) => `file${from + n}.ts`);
      await Promise.all(names.map(name => writeFile(join(folder, name), '')));
    }
  }
  await writeFile(join(top, 'group0', 'GEMINI.md'), 'Of group0.');
}
