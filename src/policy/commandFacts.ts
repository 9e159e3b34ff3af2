import { placesIn, type ReadCommand } from './commandPlaces';
import type { Ground } from './paths';
import { isProtected, runsByItself } from './protectedFiles';
import { isSecretFile } from './secretFiles';
import { isHiddenBelow, type RepositoryQuestion, type RepositoryTrust } from './shell/free/freeLine';
import type { GitPlace } from './shell/gitUse';
import { withLinks, type FindMatches, type FollowLinks } from './withLinks';

/** What is asked of the disk before a command is decided about. What is left out is taken for the worst. */
export interface CommandDisk {
  /** Without it paths are taken as they are spelled. */
  readonly followLinks?: FollowLinks;
  /** Without it patterns in commands are taken as they are spelled. */
  readonly findMatches?: FindMatches;
  /** Of absolute paths, those that ignore files exclude. */
  readonly ignored?: (paths: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Absolute paths of the files below a folder; null where that are too many to know. */
  readonly filesBelow?: (folder: string) => Promise<readonly string[] | null>;
  /** Of hidden files below a folder, those that ignore files take back in; `files`: all below it. */
  readonly unhidden?: (
    folder: string,
    files: readonly string[],
    hidden: readonly string[],
  ) => Promise<readonly string[]>;
  /** Of absolute paths, those that are no folders. */
  readonly notFolders?: (paths: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Whether git runs nothing but itself in a folder. `folders`: those of the workspace. */
  readonly repositoryTrust?: (
    folder: string,
    folders: readonly string[],
    isSecret: (path: string) => boolean,
    question: RepositoryQuestion,
  ) => Promise<RepositoryTrust>;
  /** What git would work with in a folder. */
  readonly gitPlace?: (folder: string) => Promise<GitPlace>;
}

/** What the disk said. Absolute paths. */
export interface CommandFacts {
  readonly ground: Ground;
  /** Of the files that it names, those that ignore files exclude; needed where a rule is about such. */
  readonly ignored?: ReadonlySet<string>;
  /** By folder, files below it that look like secrets; of `searched`. */
  readonly secrets?: ReadonlyMap<string, readonly string[]>;
  /** Folders below which there are too many files to know whether one is a secret; of `searched`. */
  readonly unknown?: ReadonlySet<string>;
  /** Of `secrets`, hidden ones that searches see all the same. */
  readonly unhidden?: ReadonlySet<string>;
  /** By folder, files below it that govern the editor or the agent, or run by themselves; of `searched`. */
  readonly guarded?: ReadonlyMap<string, readonly string[]>;
  /** Those that are no folders, of `compared`. */
  readonly files?: ReadonlySet<string>;
  /** By folder, whether git may run there without a question; of `ofGit`. */
  readonly repositories?: ReadonlyMap<string, RepositoryTrust>;
  /** By folder, what git would work with there; of `workedIn`. */
  readonly gitPlaces?: ReadonlyMap<string, GitPlace>;
}

/** What the disk has to say about a command. `mayBeIgnored`: also which of its files ignore files exclude. */
export async function commandFacts(
  command: ReadCommand,
  { start, mayBeIgnored }: { readonly start: Ground; readonly mayBeIgnored: boolean },
  disk: CommandDisk,
): Promise<CommandFacts> {
  const { followLinks, findMatches, filesBelow, notFolders, repositoryTrust, gitPlace } = disk;
  const touched = (ground: Ground) => placesIn(command, ground).touched;
  const links = followLinks && {
    follow: followLinks,
    findsHidden: command.shell === 'powershell',
    ...(findMatches && { find: findMatches }),
  };
  const ground = links ? await withLinks(start, touched, links) : start;
  const { named, searched, compared, ofGit, workedIn, question } = placesIn(command, ground);
  const ignored = mayBeIgnored ? await disk.ignored?.(named) : undefined;
  const looked = await lookedUp(searched, async folder => (filesBelow ? filesBelow(folder) : []));
  const below = new Map([...looked].map(([folder, files]) => [folder, files ?? []] as const));
  const those = (is: (file: string) => boolean) => new Map([...below].map(([key, files]) => [key, files.filter(is)]));
  const secrets = those(isSecretFile);
  const seen = [...below].map(async ([folder, files]) => {
    const hidden = (secrets.get(folder) ?? []).filter(file => isHiddenBelow(folder, file));
    return (await disk.unhidden?.(folder, files, hidden)) ?? hidden;
  });
  return {
    ground,
    ...(ignored && { ignored }),
    secrets,
    unknown: new Set([...looked].flatMap(([folder, files]) => (files === null ? [folder] : []))),
    unhidden: new Set((await Promise.all(seen)).flat()),
    guarded: those(file => isProtected(file) || runsByItself(file)),
    files: (await notFolders?.(compared)) ?? new Set(),
    repositories: await lookedUp(
      ofGit,
      async folder => (await repositoryTrust?.(folder, start.folders, isSecretFile, question)) ?? 'unsafe',
    ),
    gitPlaces: gitPlace ? await lookedUp(workedIn, gitPlace) : new Map(),
  };
}

async function lookedUp<T>(
  keys: readonly string[],
  find: (key: string) => Promise<T>,
): Promise<ReadonlyMap<string, T>> {
  return new Map(await Promise.all(keys.map(async key => [key, await find(key)] as const)));
}
