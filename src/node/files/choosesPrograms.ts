import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** What asdf, mise and proto read in a folder and in each above it. */
const FILES = [
  '.tool-versions',
  'mise.toml',
  '.mise.toml',
  'mise.local.toml',
  '.mise.local.toml',
  'mise/config.toml',
  '.mise/config.toml',
  '.config/mise.toml',
  '.config/mise/config.toml',
  '.rtx.toml',
  '.prototools',
];
/** A folder or a file in the place of a version. */
const PLACE = /\b(?:path|file):|[{,]\s*path\s*=/;
const MAX_DEPTH = 100;
/** A longer file counts as one that does. */
const MAX_SIZE = 64 * 1024;

/**
 * Whether a file of the workspace makes version managers start programs from a place that it names, in a folder. Both
 * are absolute paths. Files above the workspace folders are the user's own. A file that exists but can't be read counts.
 */
export async function choosesPrograms(folder: string, folders: readonly string[]): Promise<boolean> {
  const places: string[] = [];
  let own = 0;
  for (let at = folder; places.length < MAX_DEPTH; at = dirname(at)) {
    places.push(at);
    if (folders.includes(at)) own = places.length;
    if (dirname(at) === at) break;
  }
  // Outside of all workspace folders, only the folder itself is looked at.
  const searched = places.slice(0, Math.max(own, 1));
  const found = await Promise.all(searched.flatMap(place => FILES.map(file => namesPlace(join(place, file)))));
  return found.includes(true);
}

async function namesPlace(file: string): Promise<boolean> {
  try {
    const found = await stat(file);
    if (!found.isFile()) return !found.isDirectory();
    return found.size > MAX_SIZE || PLACE.test((await readFile(file, 'utf8')).replace(/#.*/g, ''));
  } catch (error) {
    return !/^(?:ENOENT|ENOTDIR)$/.test((error as NodeJS.ErrnoException).code ?? '');
  }
}
