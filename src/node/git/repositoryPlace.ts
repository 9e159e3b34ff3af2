// Finds the repository that git would use from a directory.
import { lstatSync, statSync } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { codeOf, unlessCode } from '../files/fileErrors';
import { isMissing } from '../files/isMissing';

/** Deeper than any real path. */
const MAX_UP = 100;
export const ABSENT = ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP', 'ENAMETOOLONG', 'EINVAL'];

/** The nearest directory, upwards, that git treats as a repository, with a `.git` or bare; null if there is none. */
export function repositoryAbove(folder: string): { readonly top: string; readonly isBare: boolean } | null {
  let place = folder;
  for (let i = 0; i < MAX_UP; i++) {
    if (exists(join(place, '.git'))) return { top: place, isBare: false };
    if (isBare(place)) return { top: place, isBare: true };
    if (dirname(place) === place) return null;
    place = dirname(place);
  }
  return null;
}

/** A bare repository's objects may be in another directory, named by `commondir`. */
function isBare(folder: string): boolean {
  if (!exists(join(folder, 'HEAD'))) return false;
  return exists(join(folder, 'objects')) || exists(join(folder, 'commondir'));
}

/**
 * The git directory of a working tree. In additional working trees, `.git` is a file that points to it, and it must
 * point back: otherwise any repository could be named. Null in all other cases.
 */
export async function gitDirectory(top: string): Promise<string | null> {
  const own = join(top, '.git');
  const kind = lstatSync(own);
  if (kind.isDirectory()) return own;
  if (!kind.isFile()) return null;
  const target = /^gitdir: (.+?)\r?\n?$/.exec(await readFile(own, 'utf8'))?.[1];
  if (target === undefined) return null;
  const directory = resolve(top, target);
  const back = resolve(directory, (await textOf(join(directory, 'gitdir')))?.trim() ?? '');
  return (await unlessCode(realpath(back), ABSENT, null)) === (await realpath(own)) ? directory : null;
}

/** The directory of the files shared by all working trees of a repository. */
export async function commonOf(directory: string): Promise<string> {
  return resolve(directory, (await textOf(join(directory, 'commondir')))?.trim() ?? '.');
}

export function exists(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    if (ABSENT.includes(codeOf(error))) return false;
    throw error;
  }
}

export async function textOf(path: string): Promise<string | null> {
  return isMissing(path) ? null : unlessCode(readFile(path, 'utf8'), ABSENT, null);
}
