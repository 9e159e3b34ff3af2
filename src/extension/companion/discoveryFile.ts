import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { isOwn } from '../../node/files/ownFolder';
import { keepsNames } from '../../node/files/temporaryRoot';

export interface Discovery {
  readonly port: number;
  readonly token: string;
  /** The workspace folders. */
  readonly folders: readonly string[];
  readonly editor: { readonly name: string; readonly displayName: string };
}

/** The file by which Gemini CLI finds the editor whose terminal it runs in. `pid`: their common ancestor process. */
export function discoveryFile(pid: number, port: number, parent = tmpdir()): string {
  return join(parent, 'gemini', 'ide', `gemini-ide-server-${pid}-${port}.json`);
}

/**
 * Writes the discovery file so that only this user can read the token in it. Rejects if other users can write to its
 * directories: they could replace the file and make Gemini CLI connect to them.
 */
export async function writeDiscovery(file: string, { port, token, folders, editor }: Discovery): Promise<void> {
  await ownDirectories(dirname(file));
  const text = JSON.stringify({ port, workspacePath: folders.join(delimiter), authToken: token, ideInfo: editor });
  // Don't follow a link that others may have placed there before the directory was restricted to this user.
  await rm(file, { force: true });
  await writeFile(file, text, { mode: 0o600, flag: 'wx' });
}

/** Creates `gemini/ide`, or restricts existing directories of this user to this user. */
async function ownDirectories(ide: string): Promise<void> {
  const gemini = dirname(ide);
  if (!keepsNames(dirname(gemini))) throw new Error(`Other users could replace files in ${dirname(gemini)}.`);
  for (const folder of [gemini, ide]) {
    // Not `recursive`, which would accept an existing link to a directory.
    await mkdir(folder, { mode: 0o700 }).catch(() => undefined);
    if (!(await isOwn(folder))) throw new Error(`${folder} belongs to another user or isn’t a folder.`);
  }
}

export async function removeDiscovery(file: string): Promise<void> {
  if (await isOwn(dirname(file))) await rm(file, { force: true });
}
