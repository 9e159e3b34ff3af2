import { readdir, realpath } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import type { InstalledFile } from '../../agent/ports/extensions';
import type { SkillFolder, SkillPlace, SkillText } from '../../agent/ports/skills';
import { ToolError } from '../../shared/errors';
import { messageOf } from '../../shared/messageOf';
import { codeOf, fileError } from '../files/fileErrors';
import { listFiles, SKIPPED } from '../search/listFiles';
import { readTexts } from './settingsFiles';

const FILE = 'SKILL.md';
/** How many files of a skill are listed; the model can find the others by name. */
const MAX_LISTED = 200;
/** A directory with more files than this wasn't written as a skill. */
const MAX_SEEN = 5000;

export type SkillFamily = 'claude' | 'copilot';

/** Where other coding agents store skills, in a workspace folder and in the home directory. */
const OTHERS: Readonly<Record<SkillFamily, { readonly folder: string; readonly home: string }>> = {
  copilot: { folder: '.github', home: '.copilot' },
  claude: { folder: '.claude', home: '.claude' },
};

export interface SkillHomes {
  /** The directory that contains `.gemini`. */
  readonly home: string;
  /** Workspace folders to read skills from; empty in an untrusted workspace. */
  readonly folders: readonly string[];
  /** Other coding agents whose skills are included. */
  readonly families?: readonly SkillFamily[];
  /** The enabled extensions, each with its directories of skills. */
  readonly extensions?: readonly { readonly path: string; readonly skillFolders: readonly string[] }[];
  /** Skills contributed by VS Code extensions: each a `SKILL.md` or its directory. */
  readonly installed?: readonly InstalledFile[];
}

/** All skill directories, from lowest to highest precedence; the first workspace folder has the highest. */
export function skillPlaces({
  home,
  folders,
  families = [],
  extensions = [],
  installed = [],
}: SkillHomes): SkillPlace[] {
  const below = (folder: string, kind: 'folder' | 'home') => [
    ...families.map(family => join(folder, OTHERS[family][kind], 'skills')),
    join(folder, '.gemini', 'skills'),
    join(folder, '.agents', 'skills'),
  ];
  const own = below(home, 'home').map((folder): SkillPlace => ({ tier: 'user', folder }));
  const others = [...folders].reverse().filter(folder => folder !== home);
  const theirs = others.flatMap(root =>
    below(root, 'folder').map((folder): SkillPlace => ({ tier: 'workspace', folder, within: root })),
  );
  const brought = extensions.flatMap(({ path, skillFolders }) =>
    skillFolders.map((folder): SkillPlace => ({ tier: 'extension', folder, within: path })),
  );
  return [...installed.map(installedPlace), ...brought, ...own, ...theirs];
}

function installedPlace({ folder: within, path }: InstalledFile): SkillPlace {
  const folder = basename(path) === FILE ? dirname(path) : path;
  return { tier: 'extension', folder: dirname(folder), only: [basename(folder)], within };
}

/** Reads every `SKILL.md` one level below the places; missing directories are skipped. Never rejects. */
export async function findSkills(places: readonly SkillPlace[]): Promise<SkillText[]> {
  return (await Promise.all(places.map(findIn))).flat();
}

async function findIn(place: SkillPlace): Promise<SkillText[]> {
  try {
    const names = place.only ?? (await foldersIn(place.folder));
    const files = names.map(name => join(place.folder, name, FILE));
    const found = await Promise.all(files.map(file => readSkill(place, file)));
    return found.filter(each => each !== undefined);
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return [];
    return [{ place, file: place.folder, text: null, error: messageOf(error) }];
  }
}

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter(each => each.isDirectory() || each.isSymbolicLink())
    .map(({ name }) => name)
    .sort();
}

/** Reads a skill's file; undefined if it doesn't exist. */
export async function readSkill(place: SkillPlace, file: string): Promise<SkillText | undefined> {
  const problem = await leadsOut(place.within, file);
  if (problem !== undefined) return { place, file, text: null, error: problem };
  const [found] = await readTexts([{ file }]);
  return found && { place, ...found };
}

/** An error text if a file is outside `within`: a workspace's link must not bring the user's files into the chat. */
export async function leadsOut(within: string | undefined, file: string): Promise<string | undefined> {
  if (within === undefined) return undefined;
  try {
    const [real, root] = await Promise.all([realpath(file), realpath(within)]);
    return real.startsWith(root.endsWith(sep) ? root : root + sep)
      ? undefined
      : 'It is a link to a place outside its folder.';
  } catch (error) {
    // Whether it exists is for the caller to find out.
    return codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR' ? undefined : messageOf(error);
  }
}

/** Lists the files in a skill's directory, without links. Throws `ToolError`. */
export async function listSkill(place: SkillPlace, file: string): Promise<SkillFolder> {
  const problem = await leadsOut(place.within, file);
  if (problem !== undefined) throw new ToolError('path_not_in_workspace', `${file}: ${problem}`);
  const path = await realpath(dirname(file)).catch((error: unknown) => {
    throw fileError(error, dirname(file), 'read_content_failure');
  });
  const enough = new AbortController();
  const files: string[] = [];
  const take = (found: string) => {
    if (found !== FILE) files.push(found);
    if (files.length > MAX_SEEN) enough.abort();
  };
  await listFiles({ base: path, skip: SKIPPED }, take, enough.signal).catch((error: unknown) => {
    if (!enough.signal.aborted) throw new ToolError('read_content_failure', `${path}: ${messageOf(error)}`);
  });
  const listed = files.sort().slice(0, MAX_LISTED);
  return { path, files: listed, isCut: listed.length < files.length };
}
