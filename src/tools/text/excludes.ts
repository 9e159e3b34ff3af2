import picomatch from 'picomatch';
import { compileGlob } from '../../shared/globMatcher';
import { refuseLongGlobs } from '../../shared/globs';

/** Files rarely meant when many are read: dependencies, version control data, build output, binary files. */
export const DEFAULT_EXCLUDES: readonly string[] = [
  ...['node_modules', '.git', 'bower_components', '.svn', '.hg', '.vscode', '.idea'].map(name => `${name}/`),
  ...['dist', 'build', 'coverage', '__pycache__'].map(name => `${name}/`),
  '*.{zip,tar,gz,bz2,xz,7z,rar,jar,war,class,exe,dll,so,dylib,o,a,lib,obj,bin,dat,wasm,pyc,pyo}',
  '*.{doc,docx,xls,xlsx,ppt,pptx,odt,ods,odp}',
  '.DS_Store',
  '.env',
];

/**
 * Whether a POSIX path relative to a workspace folder is excluded. A glob without a slash matches a name at any
 * depth, and one for a directory everything in it. Throws `ToolError` for globs that would take too long.
 */
export function compileExcludes(globs: readonly string[]): (path: string) => boolean {
  if (globs.length === 0) return () => false;
  refuseLongGlobs(globs);
  const patterns = globs.flatMap(glob => {
    const bare = glob
      .replaceAll('\\', '/')
      .replace(/^\.?\//, '')
      .replace(/\/+$/, '');
    const anywhere = bare.includes('/') ? bare : `**/${bare}`;
    return glob.endsWith('/') ? [`${anywhere}/**`] : [anywhere, `${anywhere}/**`];
  });
  const plain = patterns.filter(isPlain);
  const others = patterns.filter(pattern => !isPlain(pattern)).map(compileGlob);
  const matchesPlain = plain.length === 0 ? () => false : picomatch(plain, { dot: true, noextglob: true });
  return path => matchesPlain(path) || others.some(matches => matches(path));
}

/** Whether a regular expression, which is faster for many files, can't take long: that grows with each wildcard. */
function isPlain(pattern: string): boolean {
  const wildcards = pattern.match(/\*+/g)?.length ?? 0;
  return wildcards <= 3 && /^[\w.@/*-]*(?:\{[\w.,-]*\})?[\w.@/*-]*$/.test(pattern);
}
