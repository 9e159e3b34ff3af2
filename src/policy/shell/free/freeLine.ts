import type { PolicyReason } from '../../decision';
import { locate, locateAll, spelledPath, type Ground } from '../../paths';
import { isSecretFile } from '../../secretFiles';
import type { SimpleCommand } from '../command';
import { readFreeCommand, type FreeCommand } from './freeCommand';
import { readPlainLine, type PlainCommand } from './plainLine';
import { isPlainPowerShell, readPowerShellCommand } from './powershellCommand';
import { SOURCES, type UsedPath } from './program';

const SOURCE_FILE = new RegExp(`\\.${SOURCES}$`, 'i');

/** What is known of the disk, without which some of what only looks is not free. */
export interface FreeFacts {
  /** Absolute paths that are no folders. */
  readonly files: ReadonlySet<string>;
  /** By the folder that git would run in, what its repository has about it. */
  readonly repositories: ReadonlyMap<string, RepositoryTrust>;
  /** By folder, files below it that look like secrets. */
  readonly secrets: ReadonlyMap<string, readonly string[]>;
  /** Of them, hidden ones that searches see all the same. */
  readonly unhidden: ReadonlySet<string>;
  /** Folders below which there are too many files to know whether one is a secret. */
  readonly unknown: ReadonlySet<string>;
}

/**
 * `plain`: git runs nothing there but itself. `history`: that too, but it once kept files that look like secrets;
 * `secrets`: it keeps such files now. `unsafe`: its configuration may name programs, or there is none.
 */
export type RepositoryTrust = 'plain' | 'history' | 'secrets' | 'unsafe';

/** What a line wants to know of the repository in a folder, so that no more is looked up. */
export interface RepositoryQuestion {
  /** Also what it once kept. */
  readonly looksBack: boolean;
  /** Objects that have to be part of what was looked through. */
  readonly hashes: readonly string[];
}

/** A line of the plain shape, each of its commands with what it looks at; null for those that the tables do not know. */
export class FreeLine {
  private constructor(private readonly parts: ReadonlyMap<SimpleCommand, FreeCommand | null>) {}

  /** Null where a line is not plain, or where the grammar reads other commands in it. */
  static read(text: string, commands: readonly SimpleCommand[], shell: 'bash' | 'powershell'): FreeLine | null {
    if (shell === 'powershell') {
      if (!isPlainPowerShell(text, commands)) return null;
      return new FreeLine(new Map(commands.map(command => [command, readPowerShellCommand(command)])));
    }
    const plain = readPlainLine(text);
    // What a launcher starts is a command more.
    if (plain?.length !== commands.length) return null;
    const parts = new Map<SimpleCommand, FreeCommand | null>();
    for (const [i, command] of commands.entries()) {
      const own = plain[i];
      if (!own || !isSame(own, command)) return null;
      parts.set(command, readFreeCommand(own));
    }
    return new FreeLine(parts);
  }

  /** True if every command of it only looks, wherever that may be. */
  get onlyLooks(): boolean {
    return [...this.parts.values()].every(part => part !== null);
  }

  get(command: SimpleCommand): FreeCommand | null {
    return this.parts.get(command) ?? null;
  }
}

function isSame({ words }: PlainCommand, command: SimpleCommand): boolean {
  // The grammar keeps a test as a whole.
  if (words[0]?.value === '[') return command.words[0]?.value === '[' && command.words.length === 1;
  return (
    words.length === command.words.length &&
    command.risks.length === 0 &&
    words.every(({ value }, i) => command.words[i]?.value === value)
  );
}

/** Every place that a command looks at, by its spelling. */
export function placesOf({ paths, searched }: FreeCommand): readonly string[] {
  return [...paths.map(({ value }) => value), ...searched];
}

/** True if all that a command looks at is known to lie inside of the workspace, and to be no secret. */
export function staysInside(free: FreeCommand, grounds: readonly Ground[] | null, facts: FreeFacts): boolean {
  return grounds?.every(ground => isInside(free, ground, facts)) ?? false;
}

function isInside({ paths, searched, git }: FreeCommand, ground: Ground, facts: FreeFacts): boolean {
  if (locate('.', ground).isOutside) return false;
  if (!paths.every(path => isPathInside(path, ground, facts))) return false;
  if (searched.some(folder => locate(folder, ground).isOutside)) return false;
  if (!git) return true;
  const trust = facts.repositories.get(ground.cwd);
  return (
    trust === 'plain' ||
    (trust !== undefined && trust !== 'unsafe' && git === 'tells') ||
    (trust === 'history' && git === 'shows')
  );
}

function isPathInside({ value, isPattern, kind }: UsedPath, ground: Ground, { files }: FreeFacts): boolean {
  // What a pattern finds must be known, and none of it may be taken for an option.
  const found = isPattern ? ground.matches?.get(spelledPath(value, ground)) : [];
  if (!found || found.some(file => beginsWithDash(file, value, ground))) return false;
  const places = locateAll(value, ground);
  return (
    places?.every(
      ({ absolute, spelled, isOutside }) =>
        !isOutside &&
        (kind === 'place' || (!isSecretFile(absolute) && !isSecretFile(spelled))) &&
        (kind !== 'file' || (files.has(absolute) && files.has(spelled))),
    ) ?? false
  );
}

/** True if the name of a file, or of a folder on the way to it, begins with a dot. */
export function isHiddenBelow(folder: string, file: string): boolean {
  return /[\\/]\./.test(file.slice(folder.length));
}

function beginsWithDash(file: string, pattern: string, { cwd }: Ground): boolean {
  return /^[*?[]/.test(pattern) && file.startsWith(cwd) && /^[\\/]?-/.test(file.slice(cwd.length));
}

/** A reason to ask about a search: a secret that it comes across. */
export function secretSearched(
  { searched, seen }: FreeCommand,
  grounds: readonly Ground[],
  { secrets, unknown, unhidden }: FreeFacts,
): PolicyReason | null {
  for (const ground of grounds) {
    for (const folder of searched.map(each => locate(each, ground).absolute)) {
      if (unknown.has(folder)) return { kind: 'unknownBelow', detail: locate(folder, ground).path };
      const isSeen = (file: string) =>
        seen === 'sources'
          ? SOURCE_FILE.test(file)
          : seen === 'all' || !isHiddenBelow(folder, file) || unhidden.has(file);
      const file = secrets.get(folder)?.find(isSeen);
      if (file !== undefined) return { kind: 'secretBelow', detail: locate(file, ground).path };
    }
  }
  return null;
}
