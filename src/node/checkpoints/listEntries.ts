import { createHash } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { codeOf } from '../files/fileErrors';
import { DISK_IGNORE_FILES, loadIgnoreRules, type IgnoreReader, type IgnoreRules } from '../files/ignoreRules';
import { SKIPPED } from '../search/listFiles';
import { timeBoxed } from '../search/timeBox';
import { inSlices } from '../timeSlices';
import { CLOSED, lstatOrNull, MISSING, type IndexEntry } from './entries';
import type { FileIndex } from './savedIndex';

/** Everything in the folders that git doesn't ignore: files, links, directories and other entries. */
export interface FoundEntries {
  /** A hash of the ignore files' names and contents. */
  readonly rules: string;
  /** Absolute paths. */
  readonly paths: readonly string[];
  /** The index's entry for each path. */
  readonly known: readonly (IndexEntry | undefined)[];
  /** Directories that can't be listed, and names that aren't Unicode. */
  readonly closed: readonly string[];
}

interface Listed {
  readonly base: string;
  readonly rules: IgnoreRules;
  /** POSIX paths relative to the base; those of directories end in `/`. */
  readonly names: string[];
}

// If the home directory is the workspace, Pollux's own files in it are not part of it.
const SKIPPED_FOLDERS = new Set([...SKIPPED, '.pollux']);
const IGNORE_FILE = '.gitignore';
/** Node's replacement for bytes that aren't Unicode; a file with such a name can't be opened. */
const NO_UNICODE = '\uFFFD';

export async function listEntries(folders: readonly string[], before: FileIndex): Promise<FoundEntries> {
  const read = new Map<string, string>();
  const closed: string[] = [];
  const listed: Listed[] = [];
  for (const base of folders) {
    const rules = loadIgnoreRules(base, { git: true, gemini: false }, noting(read));
    listed.push({ base, rules, names: await namesBelow(base, rules, closed) });
  }
  // Reads every ignore file, so that their names and contents are known.
  for (const { rules, names } of listed) {
    for (const name of names) if (name.endsWith(IGNORE_FILE)) rules.isIgnored(name);
  }
  const hash = createHash('sha256');
  for (const each of [...read].sort(([a], [b]) => (a < b ? -1 : 1))) hash.update(JSON.stringify(each));
  const found = { rules: hash.digest('hex'), paths: [] as string[], known: [] as (IndexEntry | undefined)[], closed };
  const areSame = found.rules === before.rules;
  for (const { base, rules, names } of listed) {
    const prefix = base.endsWith(sep) ? base : base + sep;
    await inSlices(names, name => {
      const path = prefix + native(name);
      const known = before.tree.get(path);
      // Matching every name against every pattern takes longer than everything else. Directories are already matched.
      if (!(areSame && known) && !name.endsWith('/') && rules.isIgnored(name)) return;
      if (name.includes(NO_UNICODE) && !lstatOrNull(path)) closed.push(path);
      else {
        found.paths.push(path);
        found.known.push(known);
      }
    });
  }
  return found;
}

async function namesBelow(base: string, rules: IgnoreRules, closed: string[]): Promise<string[]> {
  const names: string[] = [];
  const visit = async (directory: string): Promise<void> => {
    const entries = await entriesOf(join(base, directory));
    if (entries === 'closed') closed.push(join(base, directory));
    else {
      const wanted = entries.filter(({ name }) => !SKIPPED_FOLDERS.has(name));
      const folders = wanted.filter(entry => entry.isDirectory()).map(({ name }) => `${directory}${name}/`);
      for (const entry of wanted) if (!entry.isDirectory()) names.push(directory + entry.name);
      const entered = folders.length === 0 ? [] : timeBoxed(() => folders.filter(folder => !rules.isIgnored(folder)));
      for (const folder of entered) names.push(folder);
      await Promise.all(entered.map(visit));
    }
  };
  await visit('');
  return names;
}

async function entriesOf(folder: string): Promise<readonly Dirent[] | 'closed'> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (MISSING.includes(codeOf(error))) return [];
    if (CLOSED.includes(codeOf(error))) return 'closed';
    throw error;
  }
}

function native(name: string): string {
  const path = name.endsWith('/') ? name.slice(0, -1) : name;
  return sep === '/' ? path : path.replaceAll('/', sep);
}

/** Records the ignore files that are read. Like git, follows no link to one in the workspace. */
function noting(read: Map<string, string>): IgnoreReader {
  return {
    exists: absolute => DISK_IGNORE_FILES.exists(absolute),
    read(absolute) {
      const isLink = absolute.endsWith(IGNORE_FILE) && lstatOrNull(absolute)?.isSymbolicLink();
      const text = isLink ? null : DISK_IGNORE_FILES.read(absolute);
      if (text !== null) read.set(absolute, text);
      return text;
    },
  };
}
