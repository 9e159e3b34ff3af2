import { delimiter, isAbsolute, relative } from 'node:path';

/** The directories of a search path outside `folders`: programs planted in those must not run without approval. */
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
