import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns the contents of the `package.json` above `dist`. */
export async function readPackage(dist: string): Promise<{ readonly version: string }> {
  return JSON.parse(await readFile(join(dist, '..', 'package.json'), 'utf8')) as { version: string };
}
