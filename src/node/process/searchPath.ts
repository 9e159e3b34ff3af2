import { delimiter, isAbsolute, relative } from 'node:path';

/** The folders of a search path that are none of `folders`' nor within them: what is planted there is not to run unasked. */
export function pathOutside(searchPath: string, folders: readonly string[]): string {
  const isWithin = (entry: string) =>
    folders.some(folder => {
      const from = relative(folder, entry);
      return !isAbsolute(from) && !/^\.\.(?:[\\/]|$)/.test(from);
    });
  return searchPath
    .split(delimiter)
    .filter(entry => isAbsolute(entry) && !isWithin(entry))
    .join(delimiter);
}
