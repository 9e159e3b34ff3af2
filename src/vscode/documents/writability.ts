import { access, constants, open, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf, fileError, unlessCode } from '../../node/files/fileErrors';
import { ToolError } from '../../shared/errors';

// The editor reports that it couldn't save, but not why. So everything that can be checked is checked before anything
// changes.

/** Throws the `ToolError` of `FileWriter.write` if an existing file can't be changed to hold `size` bytes. */
export async function checkWritable(file: string, size: number): Promise<void> {
  try {
    const handle = await open(file, 'r+');
    try {
      const stats = await handle.stat();
      // The superuser could write it anyway, but it was made read-only on purpose.
      if ((stats.mode & 0o222) === 0) throw new ToolError('permission_denied', `File is read-only: ${file}`);
      await checkSpace(file, size - stats.size);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw writeFailure(file, error);
  }
}

/**
 * Throws the `ToolError` of `FileWriter.write` if a file of `size` bytes, or a directory on the way to it, can't be
 * created.
 */
export async function checkCreatable(file: string, size: number): Promise<void> {
  try {
    const folder = await nearestFolder(dirname(file));
    await access(folder, constants.W_OK | constants.X_OK);
    await checkSpace(folder, size);
  } catch (error) {
    throw writeFailure(file, error);
  }
}

/** The error that the model gets for a failed write. */
export function writeFailure(file: string, error: unknown): Error {
  const isGone = ['ENOENT', 'ENOTDIR'].includes(codeOf(error));
  return fileError(isGone ? new Error(String(error)) : error, file, 'file_write_failure');
}

async function checkSpace(path: string, growth: number): Promise<void> {
  if (growth <= 0) return;
  const { bavail, bsize } = await statfs(path);
  if (bavail * bsize < growth) throw new ToolError('no_space_left', `No space left on the device: ${path}`);
}

async function nearestFolder(path: string): Promise<string> {
  const stats = await unlessCode(stat(path), ['ENOENT', 'ENOTDIR'], null);
  if (stats?.isDirectory()) return path;
  if (stats) throw new ToolError('file_write_failure', `Not a directory: ${path}`);
  return nearestFolder(dirname(path));
}
