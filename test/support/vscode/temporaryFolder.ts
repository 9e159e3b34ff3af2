import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { constants, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { root } from './paths';

/**
 * Makes a new folder this process's temporary folder and that of all it starts, and removes it at the end: nothing stays
 * behind, whatever a test forgets.
 */
export function useOwnTemporaryFolder(): string {
  // The usual one of macOS is so long that sockets in it exceed the system's limit.
  const parent = process.platform === 'darwin' ? '/tmp' : tmpdir();
  const folder = realpathSync(mkdtempSync(join(parent, 'pollux-')));
  // A test in which the superuser stands back still has to get to its files.
  chmodSync(folder, 0o711);
  keepCompiled(folder);
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) process.env[name] = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(name, () => process.exit(128 + constants.signals[name])); // so that the listeners of `exit` are called
  }
  return folder;
}

/** Lets tsx find what it compiled in an earlier run, which it looks for in the temporary folder. */
function keepCompiled(folder: string): void {
  const cache = join(root, 'node_modules', '.cache', 'tsx');
  mkdirSync(cache, { recursive: true });
  symlinkSync(cache, join(folder, `tsx-${userInfo().uid}`), 'junction');
}
