import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * The directory for data of this workspace. `storage`: the directory that VS Code gives the extension. While another
 * extension host holds the workspace's directory, that is a different one, with `-1` to `-9` at the end of its name.
 * The other host may even be a leftover of this window, reloaded while it started. Pollux's data can be shared by
 * several processes, so it always uses the workspace's directory: otherwise, chats would be missing.
 */
export function workspaceStorage(storage: string): string {
  const [, own] = /^(.+)-[1-9]$/.exec(basename(dirname(storage))) ?? [];
  if (own === undefined) return storage;
  const shared = join(dirname(dirname(storage)), own);
  return existsSync(join(shared, 'vscode.lock')) ? join(shared, basename(storage)) : storage;
}
