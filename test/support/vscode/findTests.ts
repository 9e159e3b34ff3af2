import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths';

/** All test files in a folder of the checkout, as paths relative to the checkout. */
export function findTests(folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return files
    .filter(file => /\.test\.tsx?$/.test(file))
    .map(file => join(folder, file))
    .sort();
}
