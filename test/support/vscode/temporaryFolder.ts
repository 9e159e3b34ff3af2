import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';

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
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) process.env[name] = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(name, () => process.exit(128 + constants.signals[name])); // so that the listeners of `exit` are called
  }
  return folder;
}
