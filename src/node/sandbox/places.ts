import { readdirSync, realpathSync } from 'node:fs';
import { basename, delimiter, isAbsolute, join } from 'node:path';
import { isProgram } from '../process/shell';

/** What is looked for in folders of a workspace. */
export interface WorkspaceFinds {
  readonly governing: readonly string[];
  readonly secrets: readonly string[];
}

/** Directories that nobody keeps anything of the kind in, or that are too large to look through before each command. */
const SKIPPED = new Set(['node_modules', 'dist', 'build', 'out', 'target', '.venv', 'venv', '__pycache__', '.cache']);
const MAX_DEPTH = 4;
const MAX_DIRECTORIES = 2000;

/** Files and directories in `folders`, some levels deep, that govern something or look like secrets. */
export function findInWorkspace(
  folders: readonly string[],
  isGoverning: (path: string) => boolean,
  isSecret: (path: string) => boolean,
): WorkspaceFinds {
  const governing: string[] = [];
  const secrets: string[] = [];
  let level = [...folders];
  let seen = 0;
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth++) {
    const next: string[] = [];
    for (const folder of level) {
      if (++seen > MAX_DIRECTORIES) return { governing, secrets };
      for (const entry of entriesOf(folder)) {
        const path = join(folder, entry.name);
        const isFolder = entry.isDirectory();
        if (isGoverning(entry.name)) governing.push(path);
        else if (isFolder && !SKIPPED.has(entry.name)) next.push(path);
        if (!isFolder && isSecret(entry.name)) secrets.push(path);
      }
    }
    level = next;
  }
  return { governing, secrets };
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return []; // what can't be listed here can't be written there either
  }
}

/** Programs that are many in one file: covering it would take the others away. */
const MANY = /^(?:busybox|toybox|coreutils|gnu-coreutils|uutils|snap)$/;

/** The files that are started by these names, wherever the system keeps programs; what a link leads to as well. */
export function filesOfPrograms(names: readonly string[], searchPath = process.env.PATH ?? ''): string[] {
  const folders = [
    ...searchPath.split(delimiter).filter(isAbsolute),
    ...'/usr/local/sbin /usr/local/bin /usr/sbin /usr/bin /sbin /bin /usr/games /snap/bin'.split(' '),
  ];
  const found = names.flatMap(name => {
    const paths = isAbsolute(name) ? [name] : name.includes('/') ? [] : folders.map(folder => join(folder, name));
    return paths.filter(isProgram).map(path => realpathSync(path));
  });
  return [...new Set(found)].filter(path => !MANY.test(basename(path)));
}
