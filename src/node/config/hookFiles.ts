import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { settingPath } from './settingsFiles';

/** Where the agreement to hooks of projects is kept. */
export function approvedHooksFile(home = homedir()): string {
  return join(home, '.pollux', 'hooks.json');
}

/** Where the agreement to other commands of projects is kept. */
export function approvedCommandsFile(home = homedir()): string {
  return join(home, '.pollux', 'commands.json');
}

/** Reads which hooks of projects Gemini CLI notes as known to the user; a file that can't be read notes none. */
export function readTrustedHooks(home: string): (folder: string, key: string) => boolean {
  let trusted: Readonly<Record<string, unknown>> = {};
  try {
    const value: unknown = JSON.parse(readFileSync(join(home, '.gemini', 'trusted_hooks.json'), 'utf8'));
    if (typeof value === 'object' && value !== null) trusted = { ...value };
  } catch {
    // There is none, or it says nothing.
  }
  return (folder, key) => {
    const keys = Object.hasOwn(trusted, folder) ? trusted[folder] : undefined;
    return Array.isArray(keys) && keys.includes(key);
  };
}

/** The folder that a hook runs in: the project that brings it, else the first one. */
export function hookFolder(
  hook: { readonly scope: string; readonly file: string },
  folders: readonly string[],
): string {
  return hook.scope === 'workspace' ? dirname(dirname(hook.file)) : (folders[0] ?? homedir());
}

/** What hooks are told of the directory for plans, where there is one. */
export function plansFolderOf(directory: string, folder: string | undefined): { readonly plansFolder?: string } {
  return directory === '' || folder === undefined ? {} : { plansFolder: settingPath(directory, folder) };
}
