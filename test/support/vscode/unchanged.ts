import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Folders of a checkout whose files are made from all others. */
const MADE = new Set(['.git', 'node_modules', 'dist', 'out']);

/** A short text that stands for all files of a checkout with what they hold, for the packages that it has, and for Node. */
export function stateOf(checkout: string): string {
  const hash = createHash('sha256').update(process.version);
  const add = (path: string) => {
    const content = readFileSync(join(checkout, path));
    hash.update(`\n${path} ${content.length}\n`).update(content);
  };
  const visit = (folder: string) => {
    const entries = readdirSync(join(checkout, folder), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (MADE.has(entry.name)) continue;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) visit(path);
      else if (entry.isFile()) add(path);
    }
  };
  visit('');
  const packages = join('node_modules', '.package-lock.json');
  if (existsSync(join(checkout, packages))) add(packages);
  return hash.digest('hex');
}

/** Does `work`, unless it succeeded the last time and `state` was the same, which the file `record` tells. */
export async function unlessUnchanged(record: string, state: string, work: () => Promise<unknown>): Promise<void> {
  if (existsSync(record) && readFileSync(record, 'utf8') === state) return;
  await work();
  mkdirSync(dirname(record), { recursive: true });
  writeFileSync(record, state);
}
