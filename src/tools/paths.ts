import * as l10n from '@vscode/l10n';
import type { FileStat, IgnoredBy, Workspace, WorkspacePath } from '../agent/ports/workspace';
import { ToolError } from '../shared/errors';

export interface Target {
  readonly path: WorkspacePath;
  /** Null if nothing exists there. */
  readonly stat: FileStat | null;
}

interface TargetOptions {
  /** False: files ignored only by git are allowed too, because they are to be changed or the model asked for them. */
  readonly git: boolean;
  /** False: files excluded by other ignore files are allowed too, because the user named them. */
  readonly gemini?: boolean;
}

/**
 * The file at a path. Throws `ToolError` if it is outside the workspace, excluded by an ignore file, a directory, or
 * not a regular file.
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

/** Rejects `~` and URLs if no such file exists: they are not meant as names of new files. */
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

/** Like `fileTarget`, for a file that must exist. */
export async function existingFile(workspace: Workspace, given: string): Promise<Target & { stat: FileStat }> {
  const { path, stat } = await fileTarget(workspace, given);
  if (!stat) throw new ToolError('file_not_found', `File not found: ${path.absolute}`);
  return { path, stat };
}

/** The directory at a path; `missing` and `noDirectory` are the error types to throw. */
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

/** The given directory, or all workspace folders if none is given. */
export async function searchBases(workspace: Workspace, given: string | undefined): Promise<WorkspacePath[]> {
  if (given !== undefined) {
    return [await existingDirectory(workspace, given, 'search_path_not_found', 'search_path_not_a_directory')];
  }
  const folders = workspace.folders();
  if (folders.length === 0) throw new ToolError('search_path_not_found', 'No folder is open.');
  return Promise.all(folders.map(folder => workspace.resolve(folder.path)));
}

/** The absolute path for a POSIX path relative to a directory. */
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
