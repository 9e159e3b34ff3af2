import { Worker } from 'node:worker_threads';
import type { Scratch } from './scratch';

// Whoever creates the folder meanwhile gets in the way; then it starts again.
const swapForEver = `
  const { renameSync, symlinkSync, unlinkSync } = require('node:fs');
  const root = require('node:worker_threads').workerData + '/';
  for (let n = 0; ; n++) {
    try {
      renameSync(root + 'work/dir', root + 'aside' + n);
      symlinkSync(root + 'outside', root + 'work/dir');
      unlinkSync(root + 'work/dir');
      renameSync(root + 'aside' + n, root + 'work/dir');
    } catch (error) {
      if (!('code' in error)) throw error;
    }
  }`;

/** Swaps `work/dir` for a link to `outside` and back, as fast as it can, while `work` runs. */
export async function whileRacing(scratch: Scratch, work: () => Promise<void>): Promise<void> {
  const racer = new Worker(swapForEver, { eval: true, workerData: scratch.path });
  try {
    await work();
  } finally {
    await racer.terminate();
  }
}
