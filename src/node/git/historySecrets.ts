import { devNull } from 'node:os';
import { streamRecords } from '../search/streamRecords';
import { lookingEnvironment, SAFE_GIT_CONFIG } from './lookingEnvironment';

/** The result is unknown if the search takes longer. */
const LIMIT_MS = 2500;
/** Commits that git remembers outside branches, tags and reflogs. */
const PSEUDO = ['ORIG_HEAD', 'FETCH_HEAD', 'MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'AUTO_MERGE'];

export interface HistoryFindings {
  /** Whether a file that looks like a secret ever existed; `unknown`: git failed or took too long. */
  readonly holds: 'none' | 'secret' | 'unknown';
  /** The given hashes that were found, and those that weren't because nothing refers to them any more. */
  readonly reached: ReadonlySet<string>;
  readonly missing: ReadonlySet<string>;
}

/** Searches a repository's history for paths that `isSecret` matches. `git` is the program's path. */
export async function searchHistory(
  git: string,
  folder: string,
  isSecret: (path: string) => boolean,
  hashes: readonly string[],
): Promise<HistoryFindings> {
  const missing = new Set(hashes.map(hash => hash.toLowerCase()));
  const found: string[] = [];
  const run = {
    file: git,
    args: [
      ...SAFE_GIT_CONFIG.flatMap(([key, value]) => ['-c', `${key}=${value}`]),
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
    const holds = found.length > 0 ? 'secret' : end?.exitCode === 0 ? 'none' : 'unknown';
    const reached = new Set(hashes.filter(hash => !missing.has(hash)));
    return { holds, reached, missing };
  } catch {
    return { holds: 'unknown', reached: new Set(), missing }; // it took too long
  }
}
