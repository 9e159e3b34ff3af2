import { readdir } from 'node:fs/promises';
import * as path from 'node:path';
import { unlessCode } from '../files/fileErrors';
import { nextSlice } from '../timeSlices';
import { timeBoxed } from './timeBox';

/** Directories (or, for `.git`, files) that no listing includes. */
export const SKIPPED: ReadonlySet<string> = new Set(['.git', 'node_modules']);

export interface ListRequest {
  readonly base: string;
  readonly skip: ReadonlySet<string>;
  /** Returns true for a directory (a POSIX path below the base, ending in `/`) that needn't be entered. */
  readonly prune?: (directory: string) => boolean;
}

/** Entries that are gone or inaccessible by then are skipped, as in every search tool. */
const PASSED_OVER = ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP'];

/** How many directories are read at the same time. More are not faster, and would block when they arrive together. */
const AT_ONCE = 8;

/** Calls `onFile` with the relative POSIX path of every file below `base`. Doesn't follow links. */
export async function listFiles(
  request: ListRequest,
  onFile: (file: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const { base, skip, prune } = request;
  const waiting = [''];
  const visit = async (directory: string): Promise<void> => {
    signal.throwIfAborted();
    const entries = await unlessCode(readdir(path.join(base, directory), { withFileTypes: true }), PASSED_OVER, []);
    const wanted = entries.filter(entry => !skip.has(entry.name));
    for (const entry of wanted) if (entry.isFile()) onFile(directory + entry.name);
    const below = wanted.filter(entry => entry.isDirectory()).map(entry => `${directory}${entry.name}/`);
    waiting.push(...(prune && below.length > 0 ? timeBoxed(() => below.filter(child => !prune(child))) : below));
  };
  const visiting = new Set<Promise<void>>();
  let started = performance.now();
  try {
    while (waiting.length + visiting.size > 0) {
      for (const directory of waiting.splice(Math.max(0, waiting.length + visiting.size - AT_ONCE))) {
        const visited = visit(directory).finally(() => visiting.delete(visited));
        visiting.add(visited);
      }
      await Promise.race(visiting);
      started = await nextSlice(started);
    }
  } finally {
    await Promise.allSettled(visiting);
  }
}
