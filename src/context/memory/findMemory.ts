import type { MemoryDisk, MemoryLister } from '../../agent/ports/memoryDisk';
import type { ExtensionMemory, MemoryCandidate, MemoryFamily, MemoryHomes, MemorySettings } from './memoryFile';
import { foldersDown, isWithin, parentOf, resolveFrom } from './paths';

/** The project of a workspace folder: memory is searched from its root down, and imported only from within it. */
export interface Project {
  readonly folder: string;
  /** The nearest folder upwards with a boundary marker, otherwise the workspace folder itself. */
  readonly root: string;
}

/** Gemini CLI's name for the private memory of a project. */
const NOTES = 'MEMORY.md';

/** The user's own files, and those of installed extensions. */
export function ownCandidates(
  { home, notes = [] }: Pick<MemoryHomes, 'home' | 'notes'>,
  { fileNames, families }: Pick<MemorySettings, 'fileNames' | 'families'>,
  extensions: readonly ExtensionMemory[],
): MemoryCandidate[] {
  const gemini = resolveFrom(home, '.gemini');
  const claude = resolveFrom(home, '.claude');
  // A workspace may set file names too, so only names of text files count.
  const own = fileNames
    .filter(name => /^[^\\/:]+\.(?:md|mdc|txt)$/i.test(name))
    .map((name): MemoryCandidate => {
      return { path: resolveFrom(gemini, name), family: 'memory', place: 'home', importsFrom: gemini };
    });
  const theirs = extensions.map(({ extension, folder, path }): MemoryCandidate => {
    return { path, family: 'memory', place: 'extension', within: folder, importsFrom: folder, extension };
  });
  const forClaude: MemoryCandidate = {
    path: resolveFrom(claude, 'CLAUDE.md'),
    family: 'claude',
    place: 'home',
    importsFrom: claude,
  };
  const ofProjects = notes.map((folder): MemoryCandidate => {
    const path = resolveFrom(folder, NOTES);
    return { path, family: 'memory', place: 'private', within: folder, importsFrom: folder };
  });
  return [...own, ...(families.includes('claude') ? [forClaude] : []), ...ofProjects, ...theirs];
}

/**
 * Searches upwards for the root of the project. The home folder and its parents can't be a root: otherwise files in
 * one of the user's folders could reach all of the user's files.
 */
export async function findProject(
  disk: MemoryDisk,
  folder: string,
  { home, boundaryMarkers }: { readonly home: string; readonly boundaryMarkers: readonly string[] },
): Promise<Project> {
  for (let at: string | undefined = folder; at !== undefined && !isWithin(home, at); at = parentOf(at)) {
    for (const marker of boundaryMarkers) {
      if (await disk.exists(resolveFrom(at, marker))) return { folder, root: at };
    }
  }
  return { folder, root: folder };
}

/** The file names of each family in any folder of a project, and those that count only at its top. */
function namesOf(settings: Pick<MemorySettings, 'fileNames' | 'families'>, isTop: boolean): [MemoryFamily, string][] {
  const { fileNames, families } = settings;
  const names: [MemoryFamily, string][] = fileNames.map(name => ['memory', name]);
  if (families.includes('agents')) names.push(['agents', 'AGENTS.md']);
  if (families.includes('claude')) names.push(['claude', 'CLAUDE.md']);
  if (isTop && families.includes('claude')) names.push(['claude', '.claude/CLAUDE.md'], ['claude', 'CLAUDE.local.md']);
  if (isTop && families.includes('copilot')) names.push(['copilot', '.github/copilot-instructions.md']);
  return names;
}

/** The candidates in one folder of a project, in the order in which they count. */
function candidatesIn(
  { folder: top, root }: Project,
  folder: string,
  place: MemoryCandidate['place'],
  settings: Pick<MemorySettings, 'fileNames' | 'families'>,
): MemoryCandidate[] {
  const isTop = isWithin(top, folder);
  return namesOf(settings, isTop).map(([family, name]) => {
    return { path: resolveFrom(folder, name), family, place, within: root, importsFrom: root };
  });
}

/** Candidates from the root of the project down to the workspace folder. */
export function candidatesAbove(project: Project, settings: MemorySettings): MemoryCandidate[] {
  return foldersDown(project.root, project.folder).flatMap(folder =>
    candidatesIn(project, folder, folder === project.folder ? 'folder' : 'above', settings),
  );
}

/** Candidates below the workspace folder, level by level, in as many folders as the settings allow. */
export async function candidatesBelow(
  project: Project,
  lister: MemoryLister,
  settings: MemorySettings,
): Promise<MemoryCandidate[]> {
  const names = namesOf(settings, false).map(([, name]) => name);
  const found: MemoryCandidate[] = [];
  let left = settings.maxFolders;
  let level = [project.folder];
  while (level.length > 0 && left > 0) {
    const next: string[] = [];
    for (const folder of level.slice(0, left)) {
      left--;
      const { folders, files } = await lister.list(folder, name => names.includes(name));
      if (folder !== project.folder && files.length > 0) {
        const here = candidatesIn(project, folder, 'below', settings);
        found.push(...here.filter(({ path }) => files.some(file => path === resolveFrom(folder, file))));
      }
      next.push(...folders.map(name => resolveFrom(folder, name)));
    }
    level = next;
  }
  return found;
}

/** Candidates in the folders from the workspace folder down to a path, which may itself be a folder. */
export function candidatesNear(project: Project, path: string, settings: MemorySettings): MemoryCandidate[] {
  const folders = foldersDown(project.folder, path).filter(each => each !== project.folder);
  return folders.flatMap(folder => candidatesIn(project, folder, 'near', settings));
}

/** The project that a path belongs to. */
export function projectOf(path: string, projects: readonly Project[]): Project | undefined {
  const holding = projects.filter(({ folder }) => isWithin(path, folder));
  return holding.toSorted((a, b) => b.folder.length - a.folder.length)[0];
}

/** Instruction files below a folder, up to a few levels deep. */
export async function rulesBelow(lister: MemoryLister, folder: string, suffix: string): Promise<string[]> {
  const found: string[] = [];
  const visit = async (at: string, depth: number): Promise<void> => {
    const { folders, files } = await lister.list(at, name => name.endsWith(suffix));
    found.push(...files.map(name => resolveFrom(at, name)));
    if (depth < MAX_RULE_DEPTH) for (const name of folders) await visit(resolveFrom(at, name), depth + 1);
  };
  await visit(folder, 0);
  return found.slice(0, MAX_RULES);
}

const MAX_RULE_DEPTH = 3;
/** For one folder. */
const MAX_RULES = 100;
