import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Folders that are looked into, nearest first. What lies deeper, or behind more, is not found. */
const MAX_FOLDERS = 3000;
/** What others keep, or nobody reads. */
const SKIPPED = new Set(['.git', 'node_modules']);

/** Searches go by them also where they are links. */
const IGNORE_FILE = /^\.(?:git|rg)?ignore$/;

/** The absolute paths of the files below a folder, as far as they lie near. Links are not followed, and found only as ignore files; of a repository, there is `HEAD`. */
export async function filesBelow(folder: string): Promise<readonly string[]> {
  const open = [folder];
  const found: string[] = [];
  for (let i = 0; i < open.length && i < MAX_FOLDERS; i++) {
    const place = open[i] ?? '';
    for (const entry of await entriesOf(place)) {
      const path = join(place, entry.name);
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) open.push(path);
      else if (entry.isFile() || IGNORE_FILE.test(entry.name)) found.push(path);
      else if (entry.name === '.git') found.push(join(path, 'HEAD'));
    }
  }
  return found;
}

/** None where there is no folder, or none that can be read: a command of this user reads nothing there either. */
async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch(() => []);
}
