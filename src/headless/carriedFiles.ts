import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { administratorsRules } from '../node/config/ruleFiles';
import { settingsPlaces } from '../node/config/settingsFiles';

type Variables = Readonly<Record<string, string | undefined>>;

/** Directories that a run in a container needs and changes, created if missing: settings and sessions. */
export function ownFolders(home: string): readonly string[] {
  return [join(home, '.gemini'), join(home, '.pollux')].map(folder => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return folder;
  });
}

/**
 * Existing files that a run in a container must find where they are: what an administrator requires holds there too,
 * and variables that name a file keep their meaning. `named`: other paths, as absolute ones.
 */
export function carriedFiles(env: Variables, named: readonly string[], home = homedir()): readonly string[] {
  const system = settingsPlaces({ home, folders: [], env }).filter(({ scope }) => scope !== 'user');
  const variables = [env.GOOGLE_APPLICATION_CREDENTIALS, env.NODE_EXTRA_CA_CERTS].filter(path => path !== undefined);
  const paths = [...system.map(({ file }) => file), administratorsRules(), ...variables, ...named];
  return [...new Set(paths.filter(path => isAbsolute(path) && existsSync(path)))];
}
