import { setTimeout as delay } from 'node:timers/promises';
import * as l10n from '@vscode/l10n';
import { BaselineChanged, ToolError } from '../../shared/errors';
import { messageOf } from '../../shared/messageOf';

const TYPES: Readonly<Record<string, readonly [type: string, text: string]>> = {
  ENOENT: ['file_not_found', 'File not found'],
  ENOTDIR: ['file_not_found', 'File not found'],
  EISDIR: ['target_is_directory', 'Path is a directory, not a file'],
  EACCES: ['permission_denied', 'Permission denied'],
  EPERM: ['permission_denied', 'Permission denied'],
  EROFS: ['permission_denied', 'The file system is read-only'],
  ENOSPC: ['no_space_left', 'No space left on the device'],
  EDQUOT: ['no_space_left', 'The disk quota is used up'],
};

export function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException | undefined)?.code ?? '';
}

/** Converts a failure on `path` to an error for the model; errors already meant for it are returned as they are. */
export function fileError(error: unknown, path: string, otherwise: string): ToolError | BaselineChanged {
  if (error instanceof ToolError || error instanceof BaselineChanged) return error;
  const code = codeOf(error);
  const known = TYPES[code];
  if (known) return new ToolError(known[0], `${known[1]}: ${path}`);
  return new ToolError(otherwise, `${code || messageOf(error)}: ${path}`);
}

export function notText(path: string): ToolError {
  const message = `Cannot display content of binary file: ${path}`;
  return new ToolError('read_content_failure', message, l10n.t('It isn’t text.'));
}

/** Returns the result, or `fallback` if it fails with one of the `codes`. */
export async function unlessCode<T, F>(work: Promise<T>, codes: readonly string[], fallback: F): Promise<T | F> {
  try {
    return await work;
  } catch (error) {
    if (codes.includes(codeOf(error))) return fallback;
    throw error;
  }
}

/** Retries, within a second, if the file is in use or too many files are open. */
export async function retryBusy<T>(work: () => T | Promise<T>): Promise<T> {
  for (const wait of [50, 200, 600]) {
    try {
      return await work();
    } catch (error) {
      if (!['EBUSY', 'EMFILE', 'ENFILE'].includes(codeOf(error))) throw error;
      await delay(wait);
    }
  }
  return work();
}
