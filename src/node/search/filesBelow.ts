import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { configsWithLogins } from '../git/configLogins';

/** How much is read before giving up. */
export interface Bounds {
  readonly folders: number;
  readonly milliseconds: number;
}

const BOUNDS: Bounds = { folders: 20_000, milliseconds: 1500 };
/** How many directories are read at the same time. */
const TOGETHER = 16;
/** Directories with files that aren't the user's or aren't read. */
const SKIPPED = new Set(['.git', 'node_modules']);

/** Searches apply ignore files even if they are links. */
const IGNORE_FILE = /^\.(?:git|rg)?ignore$/;

/**
 * The absolute paths of the files below a directory; null if there are too many to read. Links aren't followed, and
 * are only listed if they are ignore files; of a repository, only `HEAD` is listed, and configuration that contains a
 * password.
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
      if (entries.some(({ name }) => name === '.git')) found.push(...(await configsWithLogins(join(place, '.git'))));
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

/** Empty if the directory doesn't exist or can't be read: the user's commands can't read it either. */
async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch(() => []);
}
