import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Folders of a checkout whose files are made from all others. */
const MADE = new Set(['.git', 'node_modules', 'dist', 'out']);

/** A short text that stands for all files of a checkout with what they hold, for the packages that it has, and for Node. */
export const stateOf = (checkout: string): string =>
  contentOf(checkout, process.version, MADE, [join('node_modules', '.package-lock.json')]);

/** A short text that stands for a file, or for all files of a folder, with what they hold. */
export const madeOf = (path: string): string => contentOf(path, '', new Set(), []);

function contentOf(root: string, start: string, apart: ReadonlySet<string>, more: readonly string[]): string {
  const hash = createHash('sha256').update(start);
  const visit = (path: string) => {
    const stat = statSync(join(root, path), { throwIfNoEntry: false });
    if (stat?.isDirectory()) {
      const names = readdirSync(join(root, path)).filter(name => !apart.has(name));
      for (const name of names.sort()) visit(join(path, name));
    } else if (stat?.isFile()) {
      const content = readFileSync(join(root, path));
      hash.update(`\n${path} ${content.length}\n`).update(content);
    }
  };
  for (const path of ['', ...more]) visit(path);
  return hash.digest('hex');
}

/**
 * Does `work`, unless it succeeded the last time and what it reads had the same `state`, and what it made is still as it
 * left it, by `made`. The file `record` tells of that.
 */
export async function unlessUnchanged(
  record: string,
  state: string,
  work: () => Promise<unknown>,
  made = () => '',
): Promise<void> {
  if (existsSync(record) && readFileSync(record, 'utf8') === `${state} ${made()}`) return;
  await work();
  mkdirSync(dirname(record), { recursive: true });
  writeFileSync(record, `${state} ${made()}`);
}
