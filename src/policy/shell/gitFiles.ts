import { isSecretFile } from '../secretFiles';
import { isFlag, type Word } from './command';

/**
 * The words of a git command whose files git may show, in their current or a committed version. Words that name a
 * commit do no harm when treated as paths. Git treats every word that is not a commit as a path: `git diff ../a ../b`
 * compares files outside the repository.
 */
export function shownByGit(command: string, args: readonly Word[]): Word[] {
  const end = args.findIndex(({ value }) => value === '--');
  // The search pattern is not a file.
  const hasPattern = args.some(({ value }) => /^-[a-zA-Z]*[ef]/.test(value));
  const pattern = command === 'grep' && !hasPattern ? args.findIndex(({ value }) => !isFlag(value)) : -1;
  return args.flatMap((word, i) => {
    const { value } = word;
    if (isFlag(value) || (i === pattern && (end < 0 || i < end))) return [];
    // A pathspec from the repository's root may reach beyond the workspace.
    if (end >= 0 && i > end && /^:(?:\/|\([^)]*top)/.test(value)) return [{ ...word, value: '..' }];
    const path = value.replace(/^[^:]*:(?:\d:)?/, '');
    return [{ ...word, value: isSecretFile(path) ? path : value }];
  });
}
