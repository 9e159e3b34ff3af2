import picomatch from 'picomatch';
import { ToolError } from '../../shared/errors';
import { refuseLongGlobs } from '../../shared/globs';

/** What is hardly ever meant when many files are read: dependencies, histories, results of builds, what is no text. */
export const DEFAULT_EXCLUDES: readonly string[] = [
  ...['node_modules', '.git', 'bower_components', '.svn', '.hg', '.vscode', '.idea'].map(name => `${name}/`),
  ...['dist', 'build', 'coverage', '__pycache__'].map(name => `${name}/`),
  '*.{zip,tar,gz,bz2,xz,7z,rar,jar,war,class,exe,dll,so,dylib,o,a,lib,obj,bin,dat,wasm,pyc,pyo}',
  '*.{doc,docx,xls,xlsx,ppt,pptx,odt,ods,odp}',
  '.DS_Store',
  '.env',
];

/**
 * Whether a POSIX path below a workspace folder is left out. A glob without a slash stands for a name at any depth, and
 * a directory for all that is in it. Throws `ToolError` for globs that would take too long.
 */
export function compileExcludes(globs: readonly string[]): (path: string) => boolean {
  if (globs.length === 0) return () => false;
  refuseLongGlobs(globs);
  // What a glob costs grows with the power of its stars.
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
