import type { PolicyReason } from '../../decision';
import { locate, locateAll, spelledPath, type Ground } from '../../paths';
import { isSecretFile } from '../../secretFiles';
import type { SimpleCommand } from '../command';
import { readFreeCommand, type FreeCommand } from './freeCommand';
import { readPlainLine, type PlainCommand } from './plainLine';
import { isPlainPowerShell, readPowerShellCommand } from './powershellCommand';
import { SOURCES, type UsedPath } from './program';

const SOURCE_FILE = new RegExp(`\\.${SOURCES}$`, 'i');

/** Facts about the disk. Without them, some commands that only look are not free. */
export interface FreeFacts {
  /** Absolute paths that are not folders. */
  readonly files: ReadonlySet<string>;
  /** For each folder that git would run in, how far its repository is trusted. */
  readonly repositories: ReadonlyMap<string, RepositoryTrust>;
  /** For each folder that a command would run in, whether files of the workspace say which programs run there. */
  readonly choosing: ReadonlyMap<string, boolean>;
  /** For each folder whose files could be listed, the files below it that look like secrets. */
  readonly secrets: ReadonlyMap<string, readonly string[]>;
  /** Those of them that are hidden but that searches see anyway. */
  readonly unhidden: ReadonlySet<string>;
}

/**
 * `plain`: git runs no other program there. `history`: the same, but files that look like secrets were once
 * committed. `secrets`: such files are tracked now. `unsafe`: its configuration may name programs, or passwords where
 * addresses are shown, or there is no repository.
 */
export type RepositoryTrust = 'plain' | 'history' | 'secrets' | 'unsafe';

/** What a line needs to know about the repository in a folder, so that no more is looked up. */
export interface RepositoryQuestion {
  /** Whether earlier commits matter too. */
  readonly looksBack: boolean;
  /** Objects that must be among the examined ones. */
  readonly hashes: readonly string[];
  /** Whether addresses are shown, which may contain passwords. */
  readonly tellsAddresses: boolean;
}

/** A line of the plain form: maps each command to what it looks at, or to null if the tables don't know the command. */
export class FreeLine {
  private constructor(private readonly parts: ReadonlyMap<SimpleCommand, FreeCommand | null>) {}

  /** Null if the line is not plain, or if the grammar finds other commands in it. */
  static read(text: string, commands: readonly SimpleCommand[], shell: 'bash' | 'powershell'): FreeLine | null {
    if (shell === 'powershell') {
      if (!isPlainPowerShell(text, commands)) return null;
      return new FreeLine(new Map(commands.map(command => [command, readPowerShellCommand(command)])));
    }
    const plain = readPlainLine(text);
    // A command started by a launcher is an additional command.
    if (plain?.length !== commands.length) return null;
    const parts = new Map<SimpleCommand, FreeCommand | null>();
    for (const [i, command] of commands.entries()) {
      const own = plain[i];
      if (!own || !isSame(own, command)) return null;
      parts.set(command, readFreeCommand(own));
    }
    return new FreeLine(parts);
  }

  /** True if all of its commands only look, inside the workspace or not. */
  get onlyLooks(): boolean {
    return [...this.parts.values()].every(part => part !== null);
  }

  get(command: SimpleCommand): FreeCommand | null {
    return this.parts.get(command) ?? null;
  }
}

function isSame({ words }: PlainCommand, command: SimpleCommand): boolean {
  // The grammar keeps a test as a single word.
  if (words[0]?.value === '[') return command.words[0]?.value === '[' && command.words.length === 1;
  return (
    words.length === command.words.length &&
    command.risks.length === 0 &&
    words.every(({ value }, i) => command.words[i]?.value === value)
  );
}

/** Every place that a command looks at, as spelled. */
export function placesOf({ paths, searched }: FreeCommand): readonly string[] {
  return [...paths.map(({ value }) => value), ...searched];
}

/** True if everything a command looks at is known to be inside the workspace and not a secret. */
export function staysInside(free: FreeCommand, grounds: readonly Ground[] | null, facts: FreeFacts): boolean {
  return grounds?.every(ground => isInside(free, ground, facts)) ?? false;
}

function isInside({ paths, searched, git }: FreeCommand, ground: Ground, facts: FreeFacts): boolean {
  if (locate('.', ground).isOutside || facts.choosing.get(ground.cwd) !== false) return false;
  if (!paths.every(path => isPathInside(path, ground, facts))) return false;
  if (searched.some(folder => locate(folder, ground).isOutside)) return false;
  if (!git) return true;
  const trust = facts.repositories.get(ground.cwd);
  return (
    trust === 'plain' ||
    (trust !== undefined && trust !== 'unsafe' && /^(?:tells|addresses)$/.test(git)) ||
    (trust === 'history' && git === 'shows')
  );
}

function isPathInside({ value, isPattern, kind }: UsedPath, ground: Ground, { files }: FreeFacts): boolean {
  // The matches of a pattern must be known, and none may be mistaken for an option.
  const found = isPattern ? ground.matches?.get(spelledPath(value, ground)) : [];
  if (kind === 'absent') return found?.length === 0;
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

/** A reason to ask about a search: a secret that it would find. */
export function secretSearched(
  { searched, seen }: FreeCommand,
  grounds: readonly Ground[],
  { secrets, unhidden }: FreeFacts,
): PolicyReason | null {
  for (const ground of grounds) {
    for (const folder of searched.map(each => locate(each, ground).absolute)) {
      const found = secrets.get(folder);
      if (!found) return { kind: 'unknownBelow', detail: locate(folder, ground).path };
      const isSeen = (file: string) =>
        seen === 'sources'
          ? SOURCE_FILE.test(file)
          : seen === 'all' || !isHiddenBelow(folder, file) || unhidden.has(file);
      const file = found.find(isSeen);
      if (file !== undefined) return { kind: 'secretBelow', detail: locate(file, ground).path };
    }
  }
  return null;
}
