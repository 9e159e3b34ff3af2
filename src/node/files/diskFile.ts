// Looking at a path and reading a small file is synchronous: handing over one call to another thread takes several times as long.
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  read as readWithCallback,
  readlinkSync,
  readSync,
  realpathSync,
  statSync,
  type Stats,
} from 'node:fs';
import { promisify } from 'node:util';
import { ToolError } from '../../shared/errors';
import { codeOf, retryBusy } from './fileErrors';

/** Larger files aren't read as a whole. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024;

// Without O_NONBLOCK, opening a pipe waits for a writer. On Windows, these flags are undefined and have no effect.
const READ_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
/** So much is read at once. */
const SMALL_BYTES = 64 * 1024;
const readLarge = promisify(readWithCallback);
const DIRECTORY_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_DIRECTORY;

export interface DiskFile {
  readonly bytes: Buffer;
  readonly stat: Stats;
}

/**
 * Reads the first `limit` bytes of a regular file, or all of a file of at most `MAX_FILE_BYTES`. `absolute` must be
 * resolved; if it has a link by now, nothing is read. Throws `ToolError` and Node's errors.
 */
export async function readDiskFile(absolute: string, limit?: number): Promise<DiskFile> {
  return readingDiskFile(absolute, async (descriptor, stats) => {
    if (limit === undefined && stats.size > MAX_FILE_BYTES) throw tooLarge(absolute, stats.size);
    return { bytes: await readFrom(descriptor, stats.size, absolute, limit), stat: stats };
  });
}

/** Opens a regular file for `read`, with the same checks. */
export async function readingDiskFile<T>(
  absolute: string,
  read: (descriptor: number, stats: Stats) => Promise<T>,
): Promise<T> {
  refuseOddFile(lstatSync(absolute), absolute);
  const descriptor = await retryBusy(() => openSync(absolute, READ_FLAGS));
  try {
    const stats = fstatSync(descriptor);
    refuseOddFile(stats, absolute);
    confirmPlace(descriptor, absolute);
    return await read(descriptor, stats);
  } finally {
    closeSync(descriptor);
  }
}

/** Reads into `buffer` from `at` on, from the file's byte `from`; returns the number of bytes, 0 at the end. */
export async function readInto(descriptor: number, buffer: Buffer, at: number, from: number): Promise<number> {
  const length = buffer.length - at;
  if (length <= SMALL_BYTES) return readSync(descriptor, buffer, at, length, from);
  return (await readLarge(descriptor, buffer, at, length, from)).bytesRead;
}

export function tooLarge(absolute: string, size: number): ToolError {
  const megabytes = (size / 1024 / 1024).toFixed(1);
  return new ToolError('file_too_large', `File size exceeds the 20MB limit: ${absolute} (${megabytes}MB)`);
}

/**
 * Calls `work` with a prefix that refers to exactly this directory, even if its path is replaced by a link in the
 * meantime. `directory` must be resolved. On systems without /proc, the path is only checked just before.
 */
export async function inDirectory<T>(directory: string, work: (prefix: string) => Promise<T>): Promise<T> {
  if (process.platform !== 'linux') {
    if (realpathSync.native(directory) !== directory) throw moved(directory);
    return work(directory);
  }
  const descriptor = await retryBusy(() => openSync(directory, DIRECTORY_FLAGS));
  try {
    const isAnchored = confirmPlace(descriptor, directory);
    return await work(isAnchored ? `/proc/self/fd/${descriptor}` : directory);
  } finally {
    closeSync(descriptor);
  }
}

/** Throws unless `descriptor` refers to the file at `absolute`. Returns true if /proc confirmed it. */
function confirmPlace(descriptor: number, absolute: string): boolean {
  const opened = process.platform === 'linux' ? pathOf(descriptor) : null;
  if (opened !== null) {
    // A file replaced after it was opened: the older version is read, but from the right place.
    if (opened !== absolute && opened !== `${absolute} (deleted)`) throw moved(absolute);
    return true;
  }
  const [ours, there] = [fstatSync(descriptor), statSync(absolute)];
  if (realpathSync.native(absolute) !== absolute || ours.ino !== there.ino || ours.dev !== there.dev)
    throw moved(absolute);
  return false;
}

function pathOf(descriptor: number): string | null {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'EACCES') return null;
    throw error;
  }
}

function moved(absolute: string): ToolError {
  return new ToolError('path_not_in_workspace', `The path changed while it was used: ${absolute}`);
}

function refuseOddFile(stats: Stats, absolute: string): void {
  if (stats.isDirectory()) {
    throw new ToolError('target_is_directory', `Path is a directory, not a file: ${absolute}`);
  }
  if (stats.isSymbolicLink()) throw moved(absolute);
  if (!stats.isFile()) throw new ToolError('read_content_failure', `Not a regular file: ${absolute}`);
}

/** Reads up to `limit` bytes; without a limit, the whole file, even if it grows in the meantime. */
async function readFrom(descriptor: number, size: number, absolute: string, limit?: number): Promise<Buffer> {
  let buffer = Buffer.allocUnsafe(Math.min(limit ?? Infinity, size + 1));
  let filled = 0;
  for (;;) {
    const bytesRead = await readInto(descriptor, buffer, filled, filled);
    filled += bytesRead;
    if (bytesRead === 0 || filled === limit) return buffer.subarray(0, filled);
    if (filled < buffer.length) continue;
    if (limit === undefined && filled > MAX_FILE_BYTES) throw tooLarge(absolute, filled);
    buffer = Buffer.concat([buffer, Buffer.allocUnsafe(Math.min(filled + 4096, (limit ?? Infinity) - filled))]);
  }
}
