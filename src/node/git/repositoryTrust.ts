import { readdir, readFile, realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { unlessCode } from '../files/fileErrors';
import { inSlices } from '../timeSlices';
import { findProgram } from '../process/shell';
import { pathOutside } from '../process/searchPath';
import { appliesLogins } from './configLogins';
import { harmlessConfig } from './harmlessConfig';
import { Histories } from './histories';
import { indexEntries } from './indexEntries';
import { ABSENT, commonOf, exists, gitDirectory, repositoryAbove, textOf } from './repositoryPlace';

/** Git runs this hook after read-only commands, too. */
const LOOKING_HOOK = 'post-index-change';

/** Further checks to make. */
export interface RepositoryQuestion {
  /** Whether to search the history for such files, too. */
  readonly looksBack: boolean;
  /** Objects that must be part of the searched history. */
  readonly hashes: readonly string[];
  /** Whether to ask what its configuration, and the user's own, signs in with. */
  readonly tellsAddresses?: boolean;
}

type RepositoryTrust = 'plain' | 'history' | 'secrets' | 'unsafe';

/**
 * The risk of read-only git commands in a directory. `plain`: nothing that the repository names is run; `secrets`:
 * likewise, but it tracks files that `isSecret` matches; `history`: it once tracked such files; `unsafe`: there is no
 * repository, or it is nested in a workspace folder (committed files could form one), takes files from elsewhere, or
 * may name a program in its configuration, or names a password in it although addresses are told.
 */
export async function repositoryTrust(
  folder: string,
  folders: readonly string[],
  isSecret: (path: string) => boolean,
  { looksBack, hashes, tellsAddresses }: RepositoryQuestion = { looksBack: false, hashes: [] },
  histories = new Histories(),
): Promise<RepositoryTrust> {
  try {
    const above = repositoryAbove(await realpath(folder));
    const top = above === null || above.isBare ? null : above.top;
    const roots = await Promise.all(folders.map(each => realpath(each)));
    if (top === null || !roots.some(root => root === top || root.startsWith(top === '/' ? top : `${top}/`)))
      return 'unsafe';
    const directory = await gitDirectory(top);
    const config = directory === null ? null : await harmlessConfigOf(directory, top);
    if (directory === null || config === null) return 'unsafe';
    const git = findProgram('git', pathOutside(process.env.PATH ?? '', roots));
    if (tellsAddresses === true && (git === null || (await appliesLogins(git, top, await configTexts(directory)))))
      return 'unsafe';
    const trust = await trustOfTracked(directory, config, top, isSecret);
    if (trust !== 'plain' || !looksBack) return trust;
    const place = { top, directory, common: await commonOf(directory) };
    return git === null || (await histories.holdSecrets(git, place, isSecret, hashes)) ? 'history' : 'plain';
  } catch {
    return 'unsafe'; // what can't be read can't be trusted
  }
}

/** Directories of a repository in which a link would bring in outside files. */
const INNER = ['', 'info', 'objects', 'objects/info', 'objects/pack', 'refs', 'refs/heads', 'refs/tags', 'logs'];

/** The values of a repository's configuration; null if it may name programs or outside files. */
async function harmlessConfigOf(directory: string, top: string): Promise<ReadonlyMap<string, string> | null> {
  const common = await commonOf(directory);
  // Git itself creates additional working trees' directories only there.
  if (common !== resolve(directory) && dirname(directory) !== join(common, 'worktrees')) return null;
  const configs = (await configTexts(directory)).map(text => harmlessConfig(text));
  if (configs.includes(null) || (await takesFromElsewhere(common)) || (await takesFromElsewhere(directory)))
    return null;
  const hooks = configs.map(config => config?.get('core.hookspath')).find(path => path !== undefined);
  const folders = [join(common, 'hooks'), ...(hooks === undefined ? [] : [resolve(top, hooks)])];
  const isLookedAt = folders.some(each => exists(join(each, LOOKING_HOOK)));
  if (isLookedAt || hooks?.startsWith('~') === true) return null;
  return new Map(configs.flatMap(config => [...(config ?? [])]));
}

async function configTexts(directory: string): Promise<readonly string[]> {
  const files = [join(await commonOf(directory), 'config'), join(directory, 'config.worktree')];
  return Promise.all(files.map(async file => (await textOf(file)) ?? ''));
}

/** Whether a repository uses another one's objects, or has links in place of its files. */
async function takesFromElsewhere(directory: string): Promise<boolean> {
  if (exists(join(directory, 'objects', 'info', 'alternates'))) return true;
  const entries = await Promise.all(
    INNER.map(folder => unlessCode(readdir(join(directory, folder), { withFileTypes: true }), ABSENT, [])),
  );
  return entries.some(all => all.some(entry => entry.isSymbolicLink()));
}

/** Also checks nested repositories, because git reads them with their own configuration. */
async function trustOfTracked(
  directory: string,
  config: ReadonlyMap<string, string>,
  top: string,
  isSecret: (path: string) => boolean,
): Promise<RepositoryTrust> {
  const index = await unlessCode(readFile(join(directory, 'index')), ABSENT, null);
  if (!index) return 'plain';
  const inner: string[] = [];
  const secrets: string[] = [];
  await inSlices(
    indexEntries(index, config.get('extensions.objectformat') === 'sha256' ? 32 : 20),
    ({ path, isRepository }) => {
      if (isRepository) inner.push(Buffer.from(path, 'latin1').toString());
      if (isSecret(path)) secrets.push(path);
    },
  );
  for (const path of inner) {
    const own = join(top, path);
    if (!exists(join(own, '.git'))) continue;
    const place = await gitDirectory(own);
    if (place === null || exists(join(own, '.gitmodules'))) return 'unsafe';
    if ((await harmlessConfigOf(place, own)) === null) return 'unsafe';
  }
  return secrets.length > 0 ? 'secrets' : 'plain';
}
