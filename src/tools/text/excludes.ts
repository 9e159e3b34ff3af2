import picomatch from 'picomatch';
import { ToolError } from '../../shared/errors';
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
  // The cost of a glob grows exponentially with its wildcards.
  const odd = globs.find(glob => glob.split('*').length > 8);
  if (odd !== undefined) throw new ToolError('invalid_tool_params', `Too many wildcards: ${odd}`);
  const patterns = globs.flatMap(glob => {
    const bare = glob
      .replaceAll('\\', '/')
      .replace(/^\.?\//, '')
      .replace(/\/+$/, '');
    const anywhere = bare.includes('/') ? bare : `**/${bare}`;
    return glob.endsWith('/') ? [`${anywhere}/**`] : [anywhere, `${anywhere}/**`];
  });
  return picomatch(patterns, { dot: true, noextglob: true });
}
