import { devNull } from 'node:os';
import { streamRecords } from '../search/streamRecords';
import { lookingEnvironment, safeGitConfig } from './lookingEnvironment';

/** What takes longer counts as if it held a secret. */
const LIMIT_MS = 2500;
/** Commits that git remembers outside of branches, tags and reflogs. */
const PSEUDO = ['ORIG_HEAD', 'FETCH_HEAD', 'MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'AUTO_MERGE'];

/**
 * True if the history of a repository holds a file that `isSecret` tells by its path, or if that is not known: where git
 * can't say it, takes too long, or does not come across each of `hashes` (objects that nothing leads to any more may hold
 * anything). `git` is the program's path.
 */
export async function historyHoldsSecrets(
  git: string,
  folder: string,
  isSecret: (path: string) => boolean,
  hashes: readonly string[],
): Promise<boolean> {
  const missing = new Set(hashes.map(hash => hash.toLowerCase()));
  const found: string[] = [];
  const run = {
    file: git,
    args: [
      ...safeGitConfig.flatMap(([key, value]) => ['-c', `${key}=${value}`]),
      ...['rev-list', '--objects', '--all', '--reflog', '--indexed-objects', '--missing=allow-any', '--ignore-missing'],
      ...['HEAD', ...PSEUDO],
    ],
    cwd: folder,
    env: { ...lookingEnvironment(), GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: devNull },
    separator: '\n',
    signal: AbortSignal.timeout(LIMIT_MS),
  } as const;
  try {
    const end = await streamRecords(run, record => {
      for (const hash of missing) if (record.startsWith(hash)) missing.delete(hash);
      const space = record.indexOf(' ');
      if (space >= 0 && isSecret(record.slice(space + 1))) found.push(record);
      return found.length === 0;
    });
    return found.length > 0 || end?.exitCode !== 0 || missing.size > 0;
  } catch {
    return true; // it took too long
  }
}
