import * as l10n from '@vscode/l10n';
import type { FileStat, IgnoredBy, Workspace, WorkspacePath } from '../agent/ports/workspace';
import { ToolError } from '../shared/errors';

export interface Target {
  readonly path: WorkspacePath;
  /** Null if there is nothing yet. */
  readonly stat: FileStat | null;
}

interface TargetOptions {
  /** False: what only git ignores counts as well, because it is to be changed, or the model asked for it. */
  readonly git: boolean;
  /** False: what other ignore files exclude counts as well, because the user has named it. */
  readonly gemini?: boolean;
}

/**
 * The file that a path names. Throws `ToolError` for what is outside the workspace, kept from the agent by an ignore
 * file, a directory, or no ordinary file.
 */
export async function fileTarget(
  workspace: Workspace,
  given: string,
  { git, gemini = true }: TargetOptions = { git: true },
): Promise<Target> {
  if (given === '') throw new ToolError('invalid_tool_params', 'The path of a file must not be empty.');
  const path = await workspace.resolve(given);
  await refuseIgnored(workspace, path, { git, gemini });
  const stat = await workspace.stat(path);
  if (stat?.type === 'directory') {
    throw new ToolError('target_is_directory', `Path is a directory, not a file: ${path.absolute}`);
  }
  if (!stat) refuseOtherSpelling(given);
  if (stat?.type === 'other') throw new ToolError('read_content_failure', `Not a regular file: ${path.absolute}`);
  return { path, stat };
}

/** A directory that is called `~` or `file:` is meant by nobody who names it so while it is not there. */
function refuseOtherSpelling(given: string): void {
  const problem = /^~(?:\/|$)/.test(given)
    ? '~ does not stand for the home directory here'
    : /^[a-z][a-z\d+.-]*:\/\//i.test(given)
      ? 'an address is no path'
      : null;
  if (problem === null) return;
  throw new ToolError(
    'path_not_in_workspace',
    `Path refused, ${problem}: "${given}". Give a path relative to the workspace, or an absolute one inside it.`,
  );
}

/** Like `fileTarget`, of a file that exists. */
export async function existingFile(workspace: Workspace, given: string): Promise<Target & { stat: FileStat }> {
  const { path, stat } = await fileTarget(workspace, given);
  if (!stat) throw new ToolError('file_not_found', `File not found: ${path.absolute}`);
  return { path, stat };
}

/** The directory that a path names; `missing` and `noDirectory` are the error types of the tool. */
export async function existingDirectory(
  workspace: Workspace,
  given: string,
  missing = 'file_not_found',
  noDirectory = 'path_is_not_a_directory',
): Promise<WorkspacePath> {
  const path = await workspace.resolve(given);
  const stat = await workspace.stat(path);
  if (!stat) throw new ToolError(missing, `Directory not found: ${path.absolute}`);
  if (stat.type !== 'directory') throw new ToolError(noDirectory, `Path is not a directory: ${path.absolute}`);
  return path;
}

/** The directory that is named, or all workspace folders if none is. */
export async function searchBases(workspace: Workspace, given: string | undefined): Promise<WorkspacePath[]> {
  if (given !== undefined) {
    return [await existingDirectory(workspace, given, 'search_path_not_found', 'search_path_not_a_directory')];
  }
  const folders = workspace.folders();
  if (folders.length === 0) throw new ToolError('search_path_not_found', 'No folder is open.');
  return Promise.all(folders.map(folder => workspace.resolve(folder.path)));
}

/** The absolute path of a POSIX path below a directory. */
export function below(directory: WorkspacePath, relative: string): string {
  const separator = directory.absolute.includes('\\') && !directory.absolute.startsWith('/') ? '\\' : '/';
  const base = directory.absolute.endsWith(separator) ? directory.absolute : directory.absolute + separator;
  return base + (separator === '/' ? relative : relative.replaceAll('/', '\\'));
}

const LIFTED: Readonly<Record<IgnoredBy['kind'], string>> = {
  git: 'context.fileFiltering.respectGitIgnore: false',
  gemini: 'context.fileFiltering.respectGeminiIgnore: false',
  custom: 'context.fileFiltering.customIgnoreFilePaths without it',
};

async function refuseIgnored(
  workspace: Workspace,
  path: WorkspacePath,
  which: { git: boolean; gemini: boolean },
): Promise<void> {
  if (!which.git && !which.gemini) return;
  const by = await workspace.ignoredBy(path, which);
  if (!by) return;
  throw new ToolError(
    'read_content_failure',
    `File path is ignored by ${by.name}: ${path.absolute}. Only the user can lift that, with the setting ${LIFTED[by.kind]}.`,
    l10n.t('Excluded by {0}.', by.name),
  );
}
