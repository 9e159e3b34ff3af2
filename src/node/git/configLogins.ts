// What git's configuration, or its store of credentials, signs in with.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { loginsIn } from '../../shared/secrets/secretValues';
import { unlessCode } from '../files/fileErrors';
import { streamRecords } from '../search/streamRecords';
import { lookingEnvironment } from './lookingEnvironment';
import { ABSENT, textOf } from './repositoryPlace';

const LIMIT_MS = 2500;
/** Repositories within repositories within …: deeper than anyone nests them. */
const MAX_DEPTH = 5;
const SECTION = /^\s*\[([\w.-]+)(?:\s+"((?:[^"\\\n]|\\.)*)")?\]/;
const ENTRY = /^\s*([a-z][\w-]*)\s*=/i;

export interface ConfigLogin {
  /** The key it is the value of, such as `remote.origin.url`; of a section with an address as its name, `url`. */
  readonly key: string;
  readonly secret: string;
}

/** The secrets in a configuration's text, in the order of their keys. */
export function configLogins(text: string): readonly ConfigLogin[] {
  let section = '';
  return text.split(/\r?\n/).flatMap(line => {
    const [opened, name, of] = SECTION.exec(line) ?? [];
    if (name !== undefined) section = of === undefined || of.includes('://') ? name : `${name}.${of}`;
    const entry = ENTRY.exec(opened === undefined ? line : line.slice(opened.length))?.[1];
    const key = [section, entry].filter(each => each !== undefined && each !== '').join('.') || 'address';
    return loginsIn(line).map(secret => ({ key, secret }));
  });
}

/** The configuration files of a git directory and of the submodules in it that contain such a secret. */
export async function configsWithLogins(directory: string, depth = 0): Promise<readonly string[]> {
  const files = ['config', 'config.worktree'].map(name => join(directory, name));
  const own = await Promise.all(
    files.map(async file => (loginsIn((await textOf(file)) ?? '').length > 0 ? [file] : [])),
  );
  const modules = join(directory, 'modules');
  const names = depth < MAX_DEPTH ? await unlessCode(readdir(modules), ABSENT, []) : [];
  const inner = await Promise.all(names.map(name => configsWithLogins(join(modules, name), depth + 1)));
  return [...own.flat(), ...inner.flat()];
}

/** Keys whose values and names git shows as addresses. */
const ADDRESSES = /^(?:remote|branch|url)(?:\.|$)/;

/**
 * Whether an address in the whole configuration that applies in a folder, the user's own included, contains one. Also
 * true if that can't be read. `own`: the repository's configuration, which git doesn't tell to everyone.
 */
export async function appliesLogins(git: string, folder: string, own: readonly string[]): Promise<boolean> {
  if (own.some(text => configLogins(text).some(({ key }) => ADDRESSES.test(key)))) return true;
  const run = {
    file: git,
    args: ['config', '--list', '--null'],
    cwd: folder,
    env: lookingEnvironment(),
    separator: '\0',
    signal: AbortSignal.timeout(LIMIT_MS),
  } as const;
  const found: string[] = [];
  try {
    const end = await streamRecords(run, record => {
      if (ADDRESSES.test(record)) found.push(...loginsIn(record));
      return found.length === 0;
    });
    return found.length > 0 || end?.exitCode !== 0;
  } catch {
    return true; // it took too long
  }
}
