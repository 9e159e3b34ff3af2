import { dirname, join, relative, isAbsolute } from 'node:path';
import { readTexts, type FoundText } from './settingsFiles';

export interface EnvPlace {
  readonly file: string;
  /** The file belongs to a project and is only as trusted as the project. */
  readonly isProject: boolean;
}

export interface EnvHomes {
  /** The directory that contains `.gemini`. */
  readonly home: string;
  /** Where the search for the project's file begins; absent: there is no project, or it isn't trusted. */
  readonly folder?: string;
}

/**
 * Finds the first `.env` of the project and that of the home directory; in each directory, `.gemini/.env` comes
 * before `.env`. Searches the parents of the project's directory only below the home directory: elsewhere, they may
 * belong to anyone.
 */
export async function findEnvFiles({ home, folder }: EnvHomes): Promise<FoundText<EnvPlace>[]> {
  const projects = folder === undefined ? [] : foldersUpTo(home, folder);
  const [project, own] = await Promise.all([firstOf(projects, true), firstOf([home], false)]);
  return [project, own].filter(each => each !== undefined);
}

async function firstOf(folders: readonly string[], isProject: boolean): Promise<FoundText<EnvPlace> | undefined> {
  const places = folders.flatMap(folder => [join(folder, '.gemini', '.env'), join(folder, '.env')]);
  const found = await readTexts(places.map(file => ({ file, isProject })));
  return found[0];
}

function foldersUpTo(home: string, folder: string): string[] {
  const way = relative(home, folder);
  if (way === '') return [];
  const isBelowHome = !isAbsolute(way) && way !== '..' && !/^\.\.[\\/]/.test(way);
  const folders = [folder];
  if (!isBelowHome) return folders;
  for (let above = dirname(folder); above !== home; above = dirname(above)) folders.push(above);
  return folders;
}
