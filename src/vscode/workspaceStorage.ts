import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * The directory for data of this workspace, given what VS Code calls its storage. While another extension host has the
 * workspace's own directory, VS Code names one ending in `-1` to `-9`; the other may be that of the same window, which a
 * reload during its start leaves behind. What Pollux stores there is meant to be shared by several processes, and a
 * chat must not be missing because of it.
 */
export function workspaceStorage(storage: string): string {
  const [, own] = /^(.+)-[1-9]$/.exec(basename(dirname(storage))) ?? [];
  if (own === undefined) return storage;
  const shared = join(dirname(dirname(storage)), own);
  return existsSync(join(shared, 'vscode.lock')) ? join(shared, basename(storage)) : storage;
}
