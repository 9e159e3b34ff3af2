import { createHash } from 'node:crypto';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { readSlugs } from '../sessions/geminiRecordings';

/** The existing directories of the user's notes about each of these folders: `~/.gemini/tmp/NAME/memory`. */
export async function projectNotes(home: string, folders: readonly string[]): Promise<readonly string[]> {
  const root = join(home, '.gemini');
  const tmp = join(root, 'tmp');
  // Without that directory, Gemini CLI has never been used here.
  if (folders.length === 0 || !(await exists(tmp))) return [];
  const slugs: Readonly<Record<string, string>> = await readSlugs(join(root, 'projects.json')).catch(() => ({}));
  const names = folders.flatMap(folder =>
    [slugs[folder] ?? [], createHash('sha256').update(folder).digest('hex')].flat(),
  );
  const places = names.map(name => join(tmp, name, 'memory'));
  const found = await Promise.all(places.map(exists));
  return places.filter((_, i) => found[i]);
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
