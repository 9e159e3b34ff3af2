import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { administratorOf, type FolderOwner } from './securityDescriptor';

/** Who owns a directory of administrator rules, and whether others can write to it. Rejects if it is missing. */
export async function ownerOf(path: string): Promise<FolderOwner> {
  const { uid, mode } = await stat(path);
  if (process.platform === 'win32') return administratorOf(await descriptorOf(path));
  if (uid !== 0) return 'others';
  return (mode & 0o022) === 0 ? 'administrator' : 'shared';
}

const PATIENCE_MS = 20_000;

/** A directory's security descriptor as SDDL; undefined if unreadable. Without a native module, only PowerShell can. */
function descriptorOf(path: string): Promise<string | undefined> {
  const root = process.env.SystemRoot ?? 'C:\\Windows';
  const program = join(root, 'System32', 'WindowsPowerShell', 'v1.0', 'powershell.exe');
  const script = '(Get-Acl -LiteralPath $env:POLLUX_PATH).Sddl';
  const env = { SystemRoot: root, POLLUX_PATH: path };
  return new Promise(resolve => {
    const args = ['-NoProfile', '-NonInteractive', '-Command', script];
    execFile(program, args, { env, timeout: PATIENCE_MS, windowsHide: true }, (error, out) =>
      resolve(error ? undefined : out.trim()),
    );
  });
}
