import { access, constants, open, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf, fileError, unlessCode } from '../node/files/fileErrors';
import { ToolError } from '../shared/errors';

// An editor says that it could not save, but not why. So what can be known is found out before anything is changed.

/** Throws the `ToolError` of `FileWriter.write` if an existing file can't be made to hold `size` bytes. */
export async function checkWritable(file: string, size: number): Promise<void> {
  try {
    const handle = await open(file, 'r+');
    try {
      const stats = await handle.stat();
      // The superuser could write it all the same, but whoever made it read-only meant it.
      if ((stats.mode & 0o222) === 0) throw new ToolError('permission_denied', `File is read-only: ${file}`);
      await checkSpace(file, size - stats.size);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw writeFailure(file, error);
  }
}

/** Throws the `ToolError` of `FileWriter.write` if a file of `size` bytes, or a folder on the way to it, can't be made. */
export async function checkCreatable(file: string, size: number): Promise<void> {
  try {
    const folder = await nearestFolder(dirname(file));
    await access(folder, constants.W_OK | constants.X_OK);
    await checkSpace(folder, size);
  } catch (error) {
    throw writeFailure(file, error);
  }
}

/** What the model is told of a failed write. */
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
