import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

export interface Discovery {
  readonly port: number;
  readonly token: string;
  /** Of the workspace. */
  readonly folders: readonly string[];
  readonly editor: { readonly name: string; readonly displayName: string };
}

/** The file by which Gemini CLI finds the editor whose terminal it runs in; `pid`: the process that both have above them. */
export function discoveryFile(pid: number, port: number, parent = tmpdir()): string {
  return join(parent, 'gemini', 'ide', `gemini-ide-server-${pid}-${port}.json`);
}

/** Writes it so that nobody else can read the token in it. */
export async function writeDiscovery(file: string, { port, token, folders, editor }: Discovery): Promise<void> {
  await mkdir(join(file, '..'), { recursive: true, mode: 0o700 });
  const text = JSON.stringify({ port, workspacePath: folders.join(delimiter), authToken: token, ideInfo: editor });
  // The folder may be somebody else's: a link that waits there leads to no file of the user's.
  await rm(file, { force: true });
  await writeFile(file, text, { mode: 0o600, flag: 'wx' });
}

export async function removeDiscovery(file: string): Promise<void> {
  await rm(file, { force: true });
}
