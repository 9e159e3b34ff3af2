import { mkdir, realpath, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { codeOf } from '../files/fileErrors';
import { readPlainFile } from '../files/readPlainFile';
import { messageOf } from '../../shared/messageOf';

export interface SettingsPlace {
  readonly scope: 'systemDefaults' | 'user' | 'workspace' | 'system';
  readonly file: string;
}

/** A place with its file's text. `text` is null if the file could not be read; `error` is the reason. */
export type FoundText<P> = P & { readonly text: string | null; readonly error?: string };

export interface SettingsHomes {
  /** The directory that contains `.gemini`. */
  readonly home: string;
  /** Workspace folders to read settings from; empty in an untrusted workspace. */
  readonly folders: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** All places that settings are read from. The home directory doesn't count as a workspace. */
export function settingsPlaces({ home, folders, env }: SettingsHomes): SettingsPlace[] {
  const user = userSettingsFile(home);
  const system = env.GEMINI_CLI_SYSTEM_SETTINGS_PATH || join(administratorsFolder(), 'settings.json');
  const defaults = env.GEMINI_CLI_SYSTEM_DEFAULTS_PATH || join(dirname(system), 'system-defaults.json');
  return [
    { scope: 'systemDefaults', file: defaults },
    { scope: 'user', file: user },
    ...folders
      .map(folder => ({ scope: 'workspace' as const, file: join(folder, '.gemini', 'settings.json') }))
      .filter(({ file }) => file !== user),
    { scope: 'system', file: system },
  ];
}

/** Resolves a path in a setting: `~` is the home directory; relative paths are resolved against `base`. */
export function settingPath(path: string, base: string): string {
  return /^~(?=[\\/]|$)/.test(path) ? join(homedir(), path.slice(1)) : resolve(base, path);
}

export function userSettingsFile(home: string): string {
  return join(home, '.gemini', 'settings.json');
}

function administratorsFolder(): string {
  switch (process.platform) {
    case 'win32':
      return 'C:\\ProgramData\\gemini-cli';
    case 'darwin':
      return '/Library/Application Support/GeminiCli';
    default:
      return '/etc/gemini-cli';
  }
}

/** Reads text files; missing ones are omitted. Never rejects. */
export async function readTexts<P extends { readonly file: string }>(places: readonly P[]): Promise<FoundText<P>[]> {
  const found = await Promise.all(places.map(readText));
  return found.filter(each => each !== undefined);
}

/** Reads the settings of untrusted workspaces, skipping files that are reached through a link in the workspace. */
export async function readUntrustedTexts(places: readonly SettingsPlace[]): Promise<FoundText<SettingsPlace>[]> {
  const own = await Promise.all(places.map(async place => ((await isLinkFree(place.file)) ? [place] : [])));
  return readTexts(own.flat());
}

/** Whether neither a file in a folder's `.gemini` nor `.gemini` itself is a link. */
async function isLinkFree(file: string): Promise<boolean> {
  const folder = dirname(dirname(file));
  const [real, root] = await Promise.all([file, folder].map(path => realpath(path).catch(() => undefined)));
  return real !== undefined && root !== undefined && real === join(root, relative(folder, file));
}

async function readText<P extends { readonly file: string }>(place: P): Promise<FoundText<P> | undefined> {
  try {
    return { ...place, text: await readPlainFile(place.file) };
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    return { ...place, text: null, error: messageOf(error) };
  }
}

/** Returns the user's settings file, for editing; creates it if missing. */
export async function ensureUserSettings(home: string): Promise<string> {
  const file = userSettingsFile(home);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, '{}\n', { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
  return file;
}
