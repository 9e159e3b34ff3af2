import { readdir, readFile, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { unlessCode } from '../files/fileErrors';
import { LFS } from './harmlessConfig';
import { repositoryTrust } from './repositoryTrust';

/** Configuration that makes git run programs while recording, or read other configuration. */
const RUNS =
  /\bhookspath\b|\bfsmonitor\b|\bgpgsign\b(?!\s*=\s*false\b)|\[\s*(?:include|includeif|filter|hook|trailer)\b/i;
/** Variables that redirect git. */
const LEADS = /^GIT_(?:CONFIG|DIR$|COMMON|WORK_TREE|INDEX|OBJECT|ALTERNATE|EXEC_PATH|NAMESPACE|TEMPLATE|ATTR)/;
const ABSENT = ['ENOENT', 'ENOTDIR'];

/**
 * The workspace folder whose own repository contains `folder`, if git runs no other program when adding or committing
 * there: no hooks, filters or signatures, whether from the repository or the user. Undefined otherwise, or if
 * unknown.
 */
export async function recordsIn(
  folder: string,
  folders: readonly string[],
  isSecret: (path: string) => boolean,
  home = homedir(),
): Promise<string | undefined> {
  if (Object.keys(process.env).some(name => LEADS.test(name))) return undefined;
  try {
    const place = await realpath(folder);
    const roots = await Promise.all(folders.map(each => realpath(each)));
    const top = roots.find(root => place === root || place.startsWith(`${root}/`));
    if (top === undefined || (await repositoryTrust(place, [top], isSecret)) === 'unsafe') return undefined;
    const own = join(top, '.git');
    // A nested repository has its own files.
    if ((await repositoryTrust(top, [top], isSecret)) !== 'plain' || (await hasOtherBelow(top, place)))
      return undefined;
    if (!(await readdir(own)).includes('objects')) return undefined; // an additional working tree of another repository
    const hooks = await unlessCode(readdir(join(own, 'hooks')), ABSENT, []);
    if (hooks.some(name => !name.endsWith('.sample'))) return undefined;
    const configs = [
      ...[join(own, 'config'), join(own, 'config.worktree'), join(own, 'info/attributes'), '/etc/gitconfig'],
      ...[join(home, '.gitconfig'), join(process.env.XDG_CONFIG_HOME ?? join(home, '.config'), 'git/config')],
    ];
    const texts = await Promise.all(configs.map(file => unlessCode(readFile(file, 'utf8'), ABSENT, '')));
    return texts.some(text => RUNS.test(text.replace(LFS, ''))) ? undefined : top;
  } catch {
    return undefined; // what can't be read can't be trusted
  }
}

/** Whether a directory from `place` up to below `top` has its own repository. */
async function hasOtherBelow(top: string, place: string): Promise<boolean> {
  for (let at = place; at !== top; at = join(at, '..')) if ((await readdir(at)).includes('.git')) return true;
  return false;
}
