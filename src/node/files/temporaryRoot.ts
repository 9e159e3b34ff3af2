import { mkdirSync, mkdtempSync, realpathSync, statSync } from 'node:fs';
import { homedir, tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';

// The only place that uses the system's temporary directory for Pollux's own files.

const OTHERS_WRITE = 0o022;
const STICKY = 0o1000;

/**
 * A directory where this user's temporary files are safe: the system's temporary directory or, if other users could
 * replace files in it, one below `home`, which may not exist yet.
 */
export function temporaryRoot(home = homedir(), shared = tmpdir()): string {
  return keepsNames(shared) ? shared : join(home, '.pollux', 'tmp');
}

/** What names this user in file names. User IDs in containers often have no user name, and asking for one throws. */
export function userLabel(): string {
  return String(process.geteuid?.() ?? userInfo().username);
}

/** Creates a directory with a random name in `root` that only this user can access. */
export function makeTemporaryFolder(prefix: string, root = temporaryRoot()): string {
  mkdirSync(root, { recursive: true, mode: 0o700 });
  return mkdtempSync(join(root, prefix));
}

/** Whether only this user and root can rename or replace files that this user creates in an existing directory. */
export function keepsNames(folder: string, uid = process.geteuid?.()): boolean {
  // On systems without user IDs, the temporary directory belongs to the user.
  if (uid === undefined) return true;
  try {
    for (let each = realpathSync(folder); ; each = dirname(each)) {
      const { uid: owner, mode } = statSync(each);
      if (owner !== 0 && owner !== uid) return false;
      if ((mode & OTHERS_WRITE) !== 0 && (mode & STICKY) === 0) return false;
      if (each === dirname(each)) return true;
    }
  } catch {
    return false;
  }
}
