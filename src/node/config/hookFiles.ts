import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';

/** No command that people write names more files, nor larger ones. */
const MAX_FILES = 50;
const MAX_BYTES = 4_000_000;

/** Where the agreement to hooks of projects is kept. */
export function approvedHooksFile(home = homedir()): string {
  return join(home, '.pollux', 'hooks.json');
}

/** The folder that a hook runs in: the project that brings it, else the first one. */
export function hookFolder(
  hook: { readonly scope: string; readonly file: string },
  folders: readonly string[],
): string {
  return hook.scope === 'workspace' ? dirname(dirname(hook.file)) : (folders[0] ?? homedir());
}

/** SHA-256, in hexadecimal. */
export function digest(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/**
 * Digests of the files below `folder` that a command names, by their names in it: who agrees to `node check.js` agrees to
 * what is in it. What can't be read counts as what it is: not there, or too large to tell. Never rejects.
 */
export async function digestNamedFiles(command: string, folder: string): Promise<Readonly<Record<string, string>>> {
  const quoted = [...command.matchAll(/"([^"]*)"|'([^']*)'/g)].map(([, a, b]) => a ?? b ?? '');
  const bare = command.split(/[\s"'`;|&<>()=,]+/);
  const names = [...new Set([...quoted, ...bare])].filter(name => name !== '').slice(0, MAX_FILES);
  const found = await Promise.all(names.map(async name => [name, await digestFile(name, folder)] as const));
  return Object.fromEntries(found.flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
}

async function digestFile(name: string, folder: string): Promise<string | null> {
  const path = resolve(folder, name.replace(/\$\{?(?:GEMINI_PROJECT_DIR|GEMINI_CWD|CLAUDE_PROJECT_DIR)\}?/g, folder));
  if (!path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`)) return null;
  try {
    const stats = await stat(path);
    if (!stats.isFile()) return null;
    if (stats.size > MAX_BYTES) return `${stats.size} bytes of ${stats.mtimeMs}`;
    return digest(await readFile(path));
  } catch {
    return null; // The command can't read it either; as soon as it can, it is another hook.
  }
}
