import picomatch from 'picomatch';
import { refuseLongGlobs } from '../../shared/globs';

/** A glob as ripgrep reads it: a trailing slash matches a directory's contents, a leading `./` is ignored. */
export function normalGlob(glob: string): string {
  const bare = glob.startsWith('./') ? glob.slice(2) : glob;
  return bare.endsWith('/') ? `${bare}**` : bare;
}

/**
 * Returns whether a search includes a file. Globs without a slash match names at any depth, others match the whole
 * POSIX path. A leading `!` negates a pattern.
 */
export function compileFilter(include: string | undefined, exclude: string | undefined): (file: string) => boolean {
  const isIncluded = include === undefined ? () => true : compileGlob(include);
  const isExcluded = exclude === undefined ? () => false : compileGlob(exclude);
  return file => isIncluded(file) && !isExcluded(file);
}

function compileGlob(glob: string): (file: string) => boolean {
  if (glob.startsWith('!')) {
    const positive = compileGlob(glob.slice(1));
    return file => !positive(file);
  }
  refuseLongGlobs([glob]);
  const normal = normalGlob(glob);
  const anchored = normal.includes('/') ? normal.replace(/^\//, '') : `**/${normal}`;
  const matches = picomatch(anchored, { dot: true, noextglob: true });
  return file => matches(file);
}
