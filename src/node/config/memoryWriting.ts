import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from '../files/fileErrors';

/** More than anybody has written. */
const MAX_BYTES = 4_000_000;

/**
 * Writes down what the user themselves had remembered, with no question. `change` makes the new text of the old one, which
 * is empty where there is no file. Rejects with an `Error` for people.
 */
export async function changeMemoryFile(file: string, change: (text: string) => string): Promise<void> {
  const before = await textOf(file);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, change(before));
}

async function textOf(file: string): Promise<string> {
  try {
    const stats = await stat(file);
    if (!stats.isFile() || stats.size > MAX_BYTES) throw new Error(`${file} is no file that can be added to.`);
    return await readFile(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return '';
    throw error;
  }
}
