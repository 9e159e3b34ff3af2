import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { readPlainFileSync } from '../files/readPlainFile';

/** The file with the user's approvals of project hooks. */
export function approvedHooksFile(home = homedir()): string {
  return join(home, '.pollux', 'hooks.json');
}

/** The file with the user's approvals of other project commands. */
export function approvedCommandsFile(home = homedir()): string {
  return join(home, '.pollux', 'commands.json');
}

/** Reads the project hooks that Gemini CLI has recorded as trusted; none if the file can't be read. */
export function readTrustedHooks(home: string): (folder: string, key: string) => boolean {
  let trusted: Readonly<Record<string, unknown>> = {};
  try {
    const value: unknown = JSON.parse(readPlainFileSync(join(home, '.gemini', 'trusted_hooks.json')));
    if (typeof value === 'object' && value !== null) trusted = { ...value };
  } catch {
    // The file is missing or invalid: no hooks are trusted.
  }
  return (folder, key) => {
    const keys = Object.hasOwn(trusted, folder) ? trusted[folder] : undefined;
    return Array.isArray(keys) && keys.includes(key);
  };
}

/** A hook's working directory: the project that defines it, otherwise the first workspace folder. */
export function hookFolder(
  hook: { readonly scope: string; readonly file: string },
  folders: readonly string[],
): string {
  return hook.scope === 'workspace' ? dirname(dirname(hook.file)) : (folders[0] ?? homedir());
}
