import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { unlessCode } from '../files/fileErrors';
import { inSlices } from '../timeSlices';
import { harmlessConfig } from './harmlessConfig';
import { indexEntries } from './indexEntries';

/** More folders up than anybody has. */
const MAX_UP = 100;
const ABSENT = ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP', 'ENAMETOOLONG', 'EINVAL'];
/** It runs when git has looked at files. */
const LOOKING_HOOK = 'post-index-change';

/**
 * What git commands that only look would do in a folder. `plain`: nothing that a repository names is run; `secrets`:
 * that too, but git keeps files that `isSecret` tells by their paths; `unsafe`: there is no repository, it is one inside
 * of a folder of the workspace, such as committed files may form, or its configuration may name a program.
 */
export async function repositoryTrust(
  folder: string,
  folders: readonly string[],
  isSecret: (path: string) => boolean,
): Promise<'plain' | 'secrets' | 'unsafe'> {
  try {
    const top = await repositoryAbove(await realpath(folder));
    const roots = await Promise.all(folders.map(each => realpath(each)));
    if (top === null || !roots.some(root => root === top || root.startsWith(top === '/' ? top : `${top}/`)))
      return 'unsafe';
    const directory = await gitDirectory(top);
    if (directory === null || !(await isHarmless(directory, top))) return 'unsafe';
    return await trustOfTracked(directory, top, isSecret);
  } catch {
    return 'unsafe'; // what can't be read can't be trusted
  }
}

/** The nearest folder upwards with a repository of the usual kind; null if there is none, or one of another kind first. */
async function repositoryAbove(folder: string): Promise<string | null> {
  let place = folder;
  for (let i = 0; i < MAX_UP; i++) {
    if (await exists(join(place, '.git'))) return place;
    if ((await exists(join(place, 'HEAD'))) && (await exists(join(place, 'objects')))) return null;
    if (dirname(place) === place) return null;
    place = dirname(place);
  }
  return null;
}

/** Where the repository of a folder has its files; in further working trees `.git` is a file that says where. */
async function gitDirectory(top: string): Promise<string | null> {
  const own = join(top, '.git');
  if ((await stat(own)).isDirectory()) return own;
  const target = /^gitdir: (.+?)\r?\n?$/.exec(await readFile(own, 'utf8'))?.[1];
  return target === undefined ? null : resolve(top, target);
}

async function isHarmless(directory: string, top: string): Promise<boolean> {
  const common = resolve(directory, (await textOf(join(directory, 'commondir')))?.trim() ?? '.');
  const texts = [await textOf(join(common, 'config')), await textOf(join(directory, 'config.worktree'))];
  const configs = texts.map(text => harmlessConfig(text ?? ''));
  if (configs.includes(null)) return false;
  const hooks = configs.map(config => config?.get('core.hookspath')).find(path => path !== undefined);
  const folders = [join(common, 'hooks'), ...(hooks === undefined ? [] : [resolve(top, hooks)])];
  const found = await Promise.all(folders.map(each => exists(join(each, LOOKING_HOOK))));
  return !found.includes(true) && !hooks?.startsWith('~');
}

/** Git looks into repositories within the repository, by their own configuration. */
async function trustOfTracked(
  directory: string,
  top: string,
  isSecret: (path: string) => boolean,
): Promise<'plain' | 'secrets' | 'unsafe'> {
  const index = await unlessCode(readFile(join(directory, 'index')), ABSENT, null);
  if (!index) return 'plain';
  const inner: string[] = [];
  const secrets: string[] = [];
  await inSlices(indexEntries(index), ({ path, isRepository }) => {
    if (isRepository) inner.push(Buffer.from(path, 'latin1').toString());
    if (isSecret(path)) secrets.push(path);
  });
  for (const path of inner) {
    const own = join(top, path);
    if (!(await exists(join(own, '.git')))) continue;
    const place = await gitDirectory(own);
    if (place === null || !(await isHarmless(place, own)) || (await exists(join(own, '.gitmodules')))) return 'unsafe';
  }
  return secrets.length > 0 ? 'secrets' : 'plain';
}

async function exists(path: string): Promise<boolean> {
  return (await unlessCode(stat(path), ABSENT, null)) !== null;
}

async function textOf(path: string): Promise<string | null> {
  return unlessCode(readFile(path, 'utf8'), ABSENT, null);
}
