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
/** How many files of a skill are listed; the model finds others by their names. */
const MAX_LISTED = 200;
/** A folder with more files than this is none that somebody wrote for a skill. */
const MAX_SEEN = 5000;

export type SkillFamily = 'claude' | 'copilot';

/** Where others keep theirs, in a workspace folder and in the home folder. */
const OTHERS: Readonly<Record<SkillFamily, { readonly folder: string; readonly home: string }>> = {
  copilot: { folder: '.github', home: '.copilot' },
  claude: { folder: '.claude', home: '.claude' },
};

export interface SkillHomes {
  /** The folder that holds `.gemini`. */
  readonly home: string;
  /** Workspace folders whose skills count; none in a workspace that is not trusted. */
  readonly folders: readonly string[];
  /** What was written for other agents counts as well. */
  readonly families?: readonly SkillFamily[];
  /** Of the extensions that are enabled: each with a folder of skills in it. */
  readonly extensions?: readonly { readonly path: string; readonly skillFolders: readonly string[] }[];
  /** What extensions of the editor contribute: each a `SKILL.md` or the folder of one. */
  readonly installed?: readonly InstalledFile[];
}

/** All places of skills, from the lowest to the highest: of several workspace folders, the first one counts most. */
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

/** Reads every `SKILL.md` one folder below the places; places that are not there are passed over. Never rejects. */
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

/** A skill's file as it is now; undefined if there is none. */
export async function readSkill(place: SkillPlace, file: string): Promise<SkillText | undefined> {
  const problem = await leadsOut(place.within, file);
  if (problem !== undefined) return { place, file, text: null, error: problem };
  const [found] = await readTexts([{ file }]);
  return found && { place, ...found };
}

/** What comes with a workspace must not fetch the person's files into the conversation. */
export async function leadsOut(within: string | undefined, file: string): Promise<string | undefined> {
  if (within === undefined) return undefined;
  try {
    const [real, root] = await Promise.all([realpath(file), realpath(within)]);
    return real.startsWith(root.endsWith(sep) ? root : root + sep)
      ? undefined
      : 'It leads out of the folder that brings it.';
  } catch (error) {
    // Whether it is there is the reader's question.
    return codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR' ? undefined : messageOf(error);
  }
}

/** What is in the folder of a skill, links left out. Throws `ToolError`. */
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
