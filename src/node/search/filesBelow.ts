import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** How much is looked at, of which more than this is too much to know. */
export interface Bounds {
  readonly folders: number;
  readonly milliseconds: number;
}

const BOUNDS: Bounds = { folders: 20_000, milliseconds: 1500 };
/** So many folders are read at once. */
const TOGETHER = 16;
/** What others keep, or nobody reads. */
const SKIPPED = new Set(['.git', 'node_modules']);

/** Searches go by them also where they are links. */
const IGNORE_FILE = /^\.(?:git|rg)?ignore$/;

/**
 * The absolute paths of the files below a folder; null if there is more than can be looked at. Links are not followed, and
 * found only as ignore files; of a repository, there is `HEAD`.
 */
export async function filesBelow(folder: string, bounds: Bounds = BOUNDS): Promise<readonly string[] | null> {
  const open = [folder];
  const found: string[] = [];
  const end = performance.now() + bounds.milliseconds;
  for (let i = 0; i < open.length;) {
    if (open.length > bounds.folders || performance.now() > end) return null;
    const places = open.slice(i, i + TOGETHER);
    i += places.length;
    const all = await Promise.all(places.map(async place => ({ place, entries: await entriesOf(place) })));
    for (const { place, entries } of all) {
      for (const entry of entries) {
        const path = join(place, entry.name);
        if (entry.isDirectory() && !SKIPPED.has(entry.name)) open.push(path);
        else if (entry.isFile() || IGNORE_FILE.test(entry.name)) found.push(path);
        else if (entry.name === '.git') found.push(join(path, 'HEAD'));
      }
    }
  }
  return found;
}

/** None where there is no folder, or none that can be read: a command of this user reads nothing there either. */
async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch(() => []);
}
