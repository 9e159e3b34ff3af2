import { isSecretFile } from '../secretFiles';
import { isFlag, type Word } from './command';

/** Git shows what is in the files that it is given, also as they were in a commit; other words name commits. */
export function shownByGit(command: string, args: readonly Word[]): Word[] {
  const end = args.findIndex(({ value }) => value === '--');
  const isOutsideOfGit = args.some(({ value }) => value === '--no-index');
  // What is searched for is no file.
  const pattern = command === 'grep' ? args.findIndex(({ value }) => !isFlag(value)) : -1;
  return args.flatMap((word, i) => {
    const value = word.value.replace(/^--con[a-z]*=/, '');
    if (isFlag(value) || (i === pattern && (end < 0 || i < end))) return [];
    const isContents = value !== word.value || /^--con[a-z]*$/.test(args[i - 1]?.value ?? '');
    if (isContents || isOutsideOfGit || (end >= 0 && i > end)) return [{ ...word, value }];
    const path = value.replace(/^[^:]*:(?:\d:)?/, '');
    return isSecretFile(path) ? [{ ...word, value: path }] : [];
  });
}
