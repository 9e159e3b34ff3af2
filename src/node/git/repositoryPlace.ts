// Where git finds a repository from a folder on.
import { lstat, readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { unlessCode } from '../files/fileErrors';

/** More folders up than anybody has. */
const MAX_UP = 100;
export const ABSENT = ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP', 'ENAMETOOLONG', 'EINVAL'];

/** The nearest folder upwards that git takes for a repository: of the usual kind, or one whose files lie about; null if none is. */
export async function repositoryAbove(
  folder: string,
): Promise<{ readonly top: string; readonly isBare: boolean } | null> {
  let place = folder;
  for (let i = 0; i < MAX_UP; i++) {
    if (await exists(join(place, '.git'))) return { top: place, isBare: false };
    if (await isBare(place)) return { top: place, isBare: true };
    if (dirname(place) === place) return null;
    place = dirname(place);
  }
  return null;
}

/** The objects may be in another folder, which `commondir` names. */
async function isBare(folder: string): Promise<boolean> {
  if (!(await exists(join(folder, 'HEAD')))) return false;
  return (await exists(join(folder, 'objects'))) || (await exists(join(folder, 'commondir')));
}

/**
 * Where the repository of a folder has its files. In further working trees `.git` is a file that says where, and the
 * repository says the same of the working tree: otherwise anybody's could be named. Null for everything else.
 */
export async function gitDirectory(top: string): Promise<string | null> {
  const own = join(top, '.git');
  const kind = await lstat(own);
  if (kind.isDirectory()) return own;
  if (!kind.isFile()) return null;
  const target = /^gitdir: (.+?)\r?\n?$/.exec(await readFile(own, 'utf8'))?.[1];
  if (target === undefined) return null;
  const directory = resolve(top, target);
  const back = resolve(directory, (await textOf(join(directory, 'gitdir')))?.trim() ?? '');
  return (await unlessCode(realpath(back), ABSENT, null)) === (await realpath(own)) ? directory : null;
}

/** Where the files are that all working trees of a repository share. */
export async function commonOf(directory: string): Promise<string> {
  return resolve(directory, (await textOf(join(directory, 'commondir')))?.trim() ?? '.');
}

export async function exists(path: string): Promise<boolean> {
  return (await unlessCode(stat(path), ABSENT, null)) !== null;
}

export async function textOf(path: string): Promise<string | null> {
  return unlessCode(readFile(path, 'utf8'), ABSENT, null);
}
