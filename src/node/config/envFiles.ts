import { dirname, join, relative, isAbsolute } from 'node:path';
import { readTexts, type FoundText } from './settingsFiles';

export interface EnvPlace {
  readonly file: string;
  /** It belongs to a project, and is no more to be trusted than that. */
  readonly isProject: boolean;
}

export interface EnvHomes {
  /** The folder that holds `.gemini`. */
  readonly home: string;
  /** Where the search for a project's file begins; absent: there is no project, or none that is trusted. */
  readonly folder?: string;
}

/**
 * The first `.env` of the project, and the first one of the home folder. In each folder `.gemini/.env` comes before `.env`. Folders above
 * the project's are looked into below the home folder only: elsewhere they may be anybody's.
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
