import { lstatSync, readdirSync, realpathSync } from 'node:fs';
import { basename, delimiter, isAbsolute, join } from 'node:path';
import type { FileIdentity, GoverningFiles } from '../../agent/ports/sandbox';
import type { SandboxGuards } from '../../shared/sandbox';
import { isProgram } from '../process/shell';

/** The results of a search in the workspace folders. */
export interface WorkspaceFinds extends GoverningFiles {
  readonly secrets: readonly string[];
  readonly deniedReads: readonly string[];
  readonly deniedWrites: readonly string[];
}

export interface WorkspaceSearch {
  /** Called with the last segment of a path. */
  readonly isGoverning: (name: string) => boolean;
  readonly isSecret: (name: string) => boolean;
  /** The files that rules deny. */
  readonly files: SandboxGuards['files'];
}

/** Directories that contain no such files, or are too large to search before each command. */
const SKIPPED = new Set(['node_modules', 'dist', 'build', 'out', 'target', '.venv', 'venv', '__pycache__', '.cache']);
const MAX_DEPTH = 4;
const MAX_DIRECTORIES = 2000;

/** Files denied by rules may be anywhere, so the search goes deeper. */
const THOROUGHLY = { depth: 32, directories: 20_000 };
const QUICKLY = { depth: MAX_DEPTH, directories: MAX_DIRECTORIES };

/** Finds paths that govern something, look like secrets or are denied; searches deeply only if rules deny files. */
export function findInWorkspace(
  folders: readonly string[],
  { isGoverning, isSecret, files }: WorkspaceSearch,
): WorkspaceFinds {
  const finds = {
    governing: new Map<string, FileIdentity>(),
    secrets: [] as string[],
    deniedReads: [] as string[],
    deniedWrites: [] as string[],
  };
  const deny = (path: string) => {
    const denied = files?.denied(path);
    if (denied) finds[denied === 'read' ? 'deniedReads' : 'deniedWrites'].push(path);
  };
  for (const path of files?.named ?? []) deny(path);
  const { depth: depths, directories } = files ? THOROUGHLY : QUICKLY;
  let level = [...folders];
  let seen = 0;
  for (let depth = 0; depth < depths && level.length > 0; depth++) {
    const next: string[] = [];
    for (const folder of level) {
      if (++seen > directories) return { ...finds, isPartial: true };
      for (const entry of entriesOf(folder)) {
        const path = join(folder, entry.name);
        const isFolder = entry.isDirectory();
        if (depth < MAX_DEPTH && isGoverning(entry.name)) finds.governing.set(path, identityOf(path));
        else if (isFolder && !SKIPPED.has(entry.name)) next.push(path);
        if (!isFolder && depth < MAX_DEPTH && isSecret(entry.name)) finds.secrets.push(path);
        deny(path);
      }
    }
    level = next;
  }
  return { ...finds, isPartial: false };
}

function identityOf(path: string): FileIdentity {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat ? { id: `${stat.dev}:${stat.ino}`, changedAt: stat.ctimeMs } : { id: '', changedAt: 0 };
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return []; // directories that can't be listed here can't be written there either
  }
}

/** Multi-call programs: covering the file would remove all their other commands. */
const MANY = /^(?:busybox|toybox|coreutils|gnu-coreutils|uutils|snap)$/;

/** The real paths of the programs with these names, in the search path and the system's usual directories. */
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
