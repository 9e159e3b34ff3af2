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
