import { isSecretFile } from '../secretFiles';
import { isFlag, type Word } from './command';

/**
 * Git shows what is in the files that it is given, also as they were in a commit. What names a commit does no harm as a
 * path, while git itself takes whatever is no commit for one: `git diff ../a ../b` compares files that it does not keep.
 */
export function shownByGit(command: string, args: readonly Word[]): Word[] {
  const end = args.findIndex(({ value }) => value === '--');
  // What is searched for is no file.
  const hasPattern = args.some(({ value }) => /^-[a-zA-Z]*[ef]/.test(value));
  const pattern = command === 'grep' && !hasPattern ? args.findIndex(({ value }) => !isFlag(value)) : -1;
  return args.flatMap((word, i) => {
    const { value } = word;
    if (isFlag(value) || (i === pattern && (end < 0 || i < end))) return [];
    // All of what git keeps may be more than the workspace.
    if (end >= 0 && i > end && /^:(?:\/|\([^)]*top)/.test(value)) return [{ ...word, value: '..' }];
    const path = value.replace(/^[^:]*:(?:\d:)?/, '');
    return [{ ...word, value: isSecretFile(path) ? path : value }];
  });
}
