import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from '../files/fileErrors';

/** More than anyone has written. */
const MAX_BYTES = 4_000_000;

/**
 * Saves what the user asked to remember, without a question. `change` receives the old text (empty if there is no
 * file) and returns the new one. Rejects with an `Error` for the user.
 */
export async function changeMemoryFile(file: string, change: (text: string) => string): Promise<void> {
  const before = await textOf(file);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, change(before));
}

async function textOf(file: string): Promise<string> {
  try {
    const stats = await stat(file);
    if (!stats.isFile() || stats.size > MAX_BYTES) throw new Error(`${file} isn't a file that text can be added to.`);
    return await readFile(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return '';
    throw error;
  }
}
