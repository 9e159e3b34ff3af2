import { readFile, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import ignore from 'ignore';

/** Files in which ripgrep reads what to exclude and, with `!`, what to include. */
const NAMES = ['.gitignore', '.ignore', '.rgignore', '.git/info/exclude'];
/** A larger file is assumed to include everything. */
const MAX_LENGTH = 200_000;

/**
 * Returns the paths in `hidden` (absolute, below `folder`) that a search would include although their names begin
 * with a dot, because an ignore file re-includes them. `files`: all files below the folder.
 */
export async function unhidden(
  folder: string,
  files: readonly string[],
  hidden: readonly string[],
): Promise<readonly string[]> {
  if (hidden.length === 0) return [];
  const below = files.filter(file => NAMES.some(name => file.endsWith(`/${name}`) || file.endsWith(`\\${name}`)));
  const above: string[] = [];
  for (let place = folder; ; place = dirname(place)) {
    above.push(...NAMES.map(name => join(place, name)));
    if (dirname(place) === place) break;
  }
  const seen = await Promise.all([...new Set([...below, ...above])].map(file => takenIn(file, hidden)));
  return [...new Set(seen.flat())];
}

async function takenIn(file: string, hidden: readonly string[]): Promise<readonly string[]> {
  const isFile = await stat(file).then(
    stats => stats.isFile(),
    () => false,
  );
  const text = isFile ? await readFile(file, 'utf8').catch(() => '') : '';
  const patterns = text.split(/\r?\n/).flatMap(line => (line.startsWith('!') ? [line.slice(1)] : []));
  if (patterns.length === 0) return [];
  const own = file.replace(/[\\/]\.git[\\/]info[\\/]exclude$/, '/x');
  const rules = text.length > MAX_LENGTH ? null : ignore({ allowRelativePaths: true }).add(patterns);
  return hidden.filter(each => {
    const path = relative(dirname(own), each).replaceAll('\\', '/');
    return !path.startsWith('..') && (rules === null || rules.ignores(path));
  });
}
