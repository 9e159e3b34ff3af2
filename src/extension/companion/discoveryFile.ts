import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

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

/** Writes the discovery file so that only this user can read the token in it. */
export async function writeDiscovery(file: string, { port, token, folders, editor }: Discovery): Promise<void> {
  await mkdir(join(file, '..'), { recursive: true, mode: 0o700 });
  const text = JSON.stringify({ port, workspacePath: folders.join(delimiter), authToken: token, ideInfo: editor });
  // Another user may own the directory: don't follow a link placed there to one of this user's files.
  await rm(file, { force: true });
  await writeFile(file, text, { mode: 0o600, flag: 'wx' });
}

export async function removeDiscovery(file: string): Promise<void> {
  await rm(file, { force: true });
}
