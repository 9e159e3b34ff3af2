import { ToolError } from '../../shared/errors';
import type { Workspace } from '../ports/workspace';

/** The absolute paths that ignore files exclude, as a file or as a directory; never those outside the workspace. */
export async function ignoredFiles(workspace: Workspace, paths: readonly string[]): Promise<ReadonlySet<string>> {
  const isIgnored = await Promise.all(paths.map(path => isExcluded(workspace, path)));
  return new Set(paths.filter((_, i) => isIgnored[i]));
}

async function isExcluded(workspace: Workspace, path: string): Promise<boolean> {
  try {
    const { relative, folder } = await workspace.resolve(path);
    if (relative === '') return false;
    const base = await workspace.resolve(folder.path);
    return (await workspace.ignored(base, [relative, `${relative}/`], { git: true, gemini: true })).size > 0;
  } catch (error) {
    if (error instanceof ToolError && error.type === 'path_not_in_workspace') return false;
    throw error;
  }
}
