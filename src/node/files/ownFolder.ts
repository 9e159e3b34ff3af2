import { chmod, lstat, mkdir, mkdtemp } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Returns the directory at `path`, created if missing, accessible only to this user. If something else is there, such
 * as a link or another user's directory in a shared temporary directory, creates one beside it with a random name.
 */
export async function ownFolder(path: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  // Not `recursive`, which would accept an existing link to a directory.
  await mkdir(path, { mode: 0o700 }).catch(() => undefined);
  return (await isOwn(path)) ? path : mkdtemp(`${path}-`);
}

/** Whether a directory, not a link to one, belongs to this user; if so, revokes access by others. */
export async function isOwn(path: string, uid = process.geteuid?.()): Promise<boolean> {
  const stats = await lstat(path).catch(() => null);
  if (!stats?.isDirectory()) return false;
  // On systems without user IDs, the temporary directory belongs to the user.
  if (uid === undefined) return true;
  if (stats.uid !== uid) return false;
  if ((stats.mode & 0o077) !== 0) await chmod(path, 0o700);
  return true;
}
