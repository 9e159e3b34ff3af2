import { chmod, lstat, mkdir, mkdtemp } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * The folder at `path`, made if it is missing, closed to everybody else. Where something else stands there, such as a link
 * or a folder of somebody else's in a shared temporary folder, another one beside it that nobody could foresee.
 */
export async function ownFolder(path: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  // Without `recursive`: a link that stands there is no folder that was made.
  await mkdir(path, { mode: 0o700 }).catch(() => undefined);
  return (await isOwn(path)) ? path : mkdtemp(`${path}-`);
}

/** Whether it is a folder of this user's, which this closes to others if it is open. */
async function isOwn(path: string): Promise<boolean> {
  const stats = await lstat(path).catch(() => null);
  if (!stats?.isDirectory()) return false;
  // Where users have no numbers, the temporary folder is a user's own.
  if (process.getuid === undefined) return true;
  if (stats.uid !== process.getuid()) return false;
  if ((stats.mode & 0o077) !== 0) await chmod(path, 0o700);
  return true;
}
