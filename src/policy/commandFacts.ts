import { placesIn, type ReadCommand } from './commandPlaces';
import type { Ground } from './paths';
import { isProtected, runsByItself } from './protectedFiles';
import { isSecretFile } from './secretFiles';
import { isHiddenBelow, type RepositoryQuestion, type RepositoryTrust } from './shell/free/freeLine';
import type { GitPlace } from './shell/gitUse';
import { withLinks, type FindMatches, type FollowLinks } from './withLinks';

/**
 * What policy asks the disk before it decides on a command. All members are required, because no default would be
 * safe. If one rejects, the command requires approval.
 */
export interface CommandDisk {
  readonly followLinks: FollowLinks;
  readonly findMatches: FindMatches;
  /** Returns those of the absolute paths that ignore files exclude. */
  readonly ignored: (paths: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Absolute paths of the files below a folder; null if there are too many to list. */
  readonly filesBelow: (folder: string) => Promise<readonly string[] | null>;
  /** Returns those of the hidden files below a folder that ignore files include again. `files`: all files below it. */
  readonly unhidden: (
    folder: string,
    files: readonly string[],
    hidden: readonly string[],
  ) => Promise<readonly string[]>;
  /** Returns those of the absolute paths that are not folders. */
  readonly notFolders: (paths: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Whether git runs no other program in a folder. `folders`: the workspace folders. */
  readonly repositoryTrust: (
    folder: string,
    folders: readonly string[],
    isSecret: (path: string) => boolean,
    question: RepositoryQuestion,
  ) => Promise<RepositoryTrust>;
  /** What git would work with in a folder. */
  readonly gitPlace: (folder: string) => Promise<GitPlace>;
  /** Whether files of the workspace folders make version managers start programs from a place that they name. */
  readonly choosesPrograms: (folder: string, folders: readonly string[]) => Promise<boolean>;
}

/** The disk's answers. All paths are absolute. */
export interface CommandFacts {
  readonly ground: Ground;
  /** The files named by the command that ignore files exclude; empty if no rule or input depends on it. */
  readonly ignored: ReadonlySet<string>;
  /** For each `searched` folder, the files below it that look like secrets. Folders with too many files are omitted. */
  readonly secrets: ReadonlyMap<string, readonly string[]>;
  /** Those of `secrets` that are hidden but that searches see anyway. */
  readonly unhidden: ReadonlySet<string>;
  /** For each of the `searched` folders, the files below it that govern the editor or agent, or run by themselves. */
  readonly guarded: ReadonlyMap<string, readonly string[]>;
  /** Those of `compared` that are not folders. */
  readonly files: ReadonlySet<string>;
  /** For each of the `ofGit` folders, whether git may run there without asking. */
  readonly repositories: ReadonlyMap<string, RepositoryTrust>;
  /** For each of the `lookedIn` folders, whether files of the workspace say which programs run there. */
  readonly choosing: ReadonlyMap<string, boolean>;
  /** For each of the `workedIn` folders, what git would work with there. */
  readonly gitPlaces: ReadonlyMap<string, GitPlace>;
}

/** Collects the facts about a command from the disk. `mayBeIgnored`: also which of its files ignore files exclude. */
export async function commandFacts(
  command: ReadCommand,
  { start, mayBeIgnored }: { readonly start: Ground; readonly mayBeIgnored: boolean },
  disk: CommandDisk,
): Promise<CommandFacts> {
  const { filesBelow, notFolders, repositoryTrust, gitPlace, choosesPrograms } = disk;
  const touched = (ground: Ground) => placesIn(command, ground).touched;
  const ground = await withLinks(start, touched, {
    follow: disk.followLinks,
    find: disk.findMatches,
    findsHidden: command.shell === 'powershell',
  });
  const { named, searched, compared, ofGit, lookedIn, workedIn, question } = placesIn(command, ground);
  const ignored = mayBeIgnored ? await disk.ignored(named) : new Set<string>();
  const looked = await lookedUp(searched, filesBelow);
  const below = [...looked].flatMap(([folder, files]) => (files === null ? [] : [[folder, files] as const]));
  const those = (is: (file: string) => boolean) => new Map(below.map(([key, files]) => [key, files.filter(is)]));
  const secrets = those(isSecretFile);
  const seen = below.map(async ([folder, files]) => {
    const hidden = (secrets.get(folder) ?? []).filter(file => isHiddenBelow(folder, file));
    return disk.unhidden(folder, files, hidden);
  });
  return {
    ground,
    ignored,
    secrets,
    unhidden: new Set((await Promise.all(seen)).flat()),
    guarded: those(file => isProtected(file) || runsByItself(file)),
    files: await notFolders(compared),
    repositories: await lookedUp(ofGit, folder => repositoryTrust(folder, start.folders, isSecretFile, question)),
    choosing: await lookedUp(lookedIn, folder => choosesPrograms(folder, start.folders)),
    gitPlaces: await lookedUp(workedIn, gitPlace),
  };
}

/** What is known if the disk fails: enough to see what a rule denies, but not to allow anything. */
export async function factsForDenying(
  command: ReadCommand,
  { start, mayBeIgnored }: { readonly start: Ground; readonly mayBeIgnored: boolean },
  disk: CommandDisk,
): Promise<CommandFacts> {
  const none = new Set<string>();
  const named = async () => disk.ignored(placesIn(command, start).named);
  return {
    ground: start,
    ignored: mayBeIgnored ? await named().catch(() => none) : none,
    secrets: new Map(),
    unhidden: none,
    guarded: new Map(),
    files: none,
    repositories: new Map(),
    choosing: new Map(),
    gitPlaces: new Map(),
  };
}

async function lookedUp<T>(
  keys: readonly string[],
  find: (key: string) => Promise<T>,
): Promise<ReadonlyMap<string, T>> {
  return new Map(await Promise.all(keys.map(async key => [key, await find(key)] as const)));
}
