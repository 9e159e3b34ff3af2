import { placesIn, type ReadCommand } from './commandPlaces';
import type { Ground } from './paths';
import { isProtected, runsByItself } from './protectedFiles';
import { isSecretFile } from './secretFiles';
import { isHiddenBelow, type RepositoryQuestion, type RepositoryTrust } from './shell/free/freeLine';
import type { GitPlace } from './shell/gitUse';
import { withLinks, type FindMatches, type FollowLinks } from './withLinks';

/**
 * Questions to the disk before a command is decided on. A missing function counts as the worst answer, except for
 * `ignored` and `filesBelow`: without them, there are no such files.
 */
export interface CommandDisk {
  /** Without it, paths are used as spelled. */
  readonly followLinks?: FollowLinks;
  /** Without it, patterns in commands are used as spelled. */
  readonly findMatches?: FindMatches;
  /** Returns those of the absolute paths that ignore files exclude. */
  readonly ignored?: (paths: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Absolute paths of the files below a folder; null if there are too many to list. */
  readonly filesBelow?: (folder: string) => Promise<readonly string[] | null>;
  /** Returns those of the hidden files below a folder that ignore files include again. `files`: all files below it. */
  readonly unhidden?: (
    folder: string,
    files: readonly string[],
    hidden: readonly string[],
  ) => Promise<readonly string[]>;
  /** Returns those of the absolute paths that are not folders. */
  readonly notFolders?: (paths: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Whether git runs no other program in a folder. `folders`: the workspace folders. */
  readonly repositoryTrust?: (
    folder: string,
    folders: readonly string[],
    isSecret: (path: string) => boolean,
    question: RepositoryQuestion,
  ) => Promise<RepositoryTrust>;
  /** What git would work with in a folder. */
  readonly gitPlace?: (folder: string) => Promise<GitPlace>;
}

/** The disk's answers. All paths are absolute. */
export interface CommandFacts {
  readonly ground: Ground;
  /** Those of the files named by the command that ignore files exclude; needed where a rule is about ignored files. */
  readonly ignored?: ReadonlySet<string>;
  /** For each of the `searched` folders, the files below it that look like secrets. */
  readonly secrets?: ReadonlyMap<string, readonly string[]>;
  /** Those of the `searched` folders that have too many files below them to know whether one is a secret. */
  readonly unknown?: ReadonlySet<string>;
  /** Those of `secrets` that are hidden but that searches see anyway. */
  readonly unhidden?: ReadonlySet<string>;
  /** For each of the `searched` folders, the files below it that govern the editor or agent, or run by themselves. */
  readonly guarded?: ReadonlyMap<string, readonly string[]>;
  /** Those of `compared` that are not folders. */
  readonly files?: ReadonlySet<string>;
  /** For each of the `ofGit` folders, whether git may run there without asking. */
  readonly repositories?: ReadonlyMap<string, RepositoryTrust>;
  /** For each of the `workedIn` folders, what git would work with there. */
  readonly gitPlaces?: ReadonlyMap<string, GitPlace>;
}

/** Collects the facts about a command from the disk. `mayBeIgnored`: also which of its files ignore files exclude. */
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
