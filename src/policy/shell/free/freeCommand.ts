import { isSecretFile } from '../../secretFiles';
import { readTarList, readZipList } from './archiveList';
import { COREUTILS } from './coreutils';
import { readFind } from './findCommand';
import { gitReach, hashesIn, type GitReach } from './gitReach';
import { GIT } from './gitTable';
import type { PlainCommand, PlainWord } from './plainLine';
import type { Program, Seen, Use, UsedPath } from './program';
import { readUse } from './readUse';
import { SEARCH } from './search';
import { readAwk, readSed } from './streamEditors';
import { readTest } from './testCommand';
import { TOOLS } from './tools';
import { VERSIONS } from './versions';

/** What must hold for the places that a command looks at, so that it needs no approval. */
export interface FreeCommand {
  /** All must be inside the workspace, and none may be a secret. */
  readonly paths: readonly UsedPath[];
  /** Folders whose files it shows. */
  readonly searched: readonly string[];
  readonly seen: Seen;
  /** It runs git, where the repository decides what else runs. Says how far git sees into files. */
  readonly git?: GitReach;
  /** Words that may be hashes of objects in the repository. */
  readonly hashes?: readonly string[];
  /** It only looks if run in the restricted environment for commands that only look. */
  readonly isQuieted?: true;
  /** It makes the following commands run in the folder that is its path. */
  readonly isMove?: true;
}

const NOTHING: FreeCommand = { paths: [], searched: [], seen: 'all' };
const PROGRAMS: Readonly<Record<string, Program>> = { ...COREUTILS, ...SEARCH, ...TOOLS };

/** What a command looks at; null unless it is known, option by option, to only look. */
export function readFreeCommand({ words, inputs }: PlainCommand): FreeCommand | null {
  const [name, ...args] = words;
  if (!name || name.isPattern) return null;
  const own = readProgram(name.value, args);
  const fed = inputs.filter(({ value }) => value !== '/dev/null');
  if (!own || fed.some(({ value }) => value === '' || /[\\\n]/.test(value))) return null;
  return {
    ...own,
    paths: [...own.paths, ...fed.map(({ value }) => ({ value, isPattern: false, kind: 'path' }) as const)],
  };
}

function readProgram(name: string, args: readonly PlainWord[]): FreeCommand | null {
  const version = Object.hasOwn(VERSIONS, name) ? VERSIONS[name] : undefined;
  if (args.length === 1 && version?.test(args[0]?.value ?? '')) return NOTHING;
  switch (name) {
    case 'git':
      return readGit(args);
    case 'find':
      return lookingAt(readFind(args));
    case 'test':
      return lookingAt(readTest(args));
    case '[':
      return args.at(-1)?.value === ']' ? lookingAt(readTest(args.slice(0, -1))) : null;
    case 'sed':
      return lookingAt(readSed(args)?.paths);
    case 'tar':
      return lookingAt(readTarList(args));
    case 'unzip':
      return lookingAt(readZipList(args));
    case 'awk':
      return lookingAt(readAwk(args)?.paths);
    default: {
      const program = Object.hasOwn(PROGRAMS, name) ? PROGRAMS[name] : undefined;
      const use = program && readUse(program, args);
      if (!use) return null;
      return {
        ...NOTHING,
        paths: [...use.paths, ...behindLinks(program, use)],
        ...searchOf(program, use),
        ...(program.isQuieted && { isQuieted: true as const }),
        ...(name === 'cd' && { isMove: true as const }),
      };
    }
  }
}

function lookingAt(paths: readonly UsedPath[] | null | undefined): FreeCommand | null {
  return paths ? { ...NOTHING, paths } : null;
}

function searchOf({ searches }: Program, use: Use): Pick<FreeCommand, 'searched' | 'seen'> {
  const reach = searches?.(use) ?? null;
  if (reach === null) return { searched: [], seen: 'all' };
  const places = use.places.map(({ value }) => value);
  return { searched: places.length > 0 ? places : ['.'], seen: reach };
}

/** Links are looked for so far down; there must be nothing further down. */
const MOST_LEVELS = 6;

/** Patterns for everything that may be a link in the folders that a program looks through. */
function behindLinks({ looksThrough }: Program, use: Use): readonly UsedPath[] {
  const { count, hidden } = looksThrough?.(use) ?? { count: 0, hidden: false };
  const places = use.places.length > 0 ? use.places.map(({ value }) => value) : ['.'];
  const segment = hidden ? '/{*,.[!.]*}' : '/*';
  const levels = count <= MOST_LEVELS ? count : MOST_LEVELS + 1;
  return places.flatMap(place =>
    Array.from({ length: levels }, (_, i) => ({
      value: place + segment.repeat(i + 1),
      isPattern: true,
      kind: i < MOST_LEVELS ? ('place' as const) : ('absent' as const),
    })),
  );
}

/** Before a subcommand, only options that disable something are accepted. */
function readGit(args: readonly PlainWord[]): FreeCommand | null {
  const start = args.findIndex(({ value }) => !/^(?:--no-pager|-P|--no-optional-locks)$/.test(value));
  const command = args[start]?.value ?? '';
  const program = Object.hasOwn(GIT, command) ? GIT[command] : undefined;
  const use = program && readUse(program, args.slice(start + 1));
  const paths = use?.paths.flatMap(pathsOfCommit) ?? [];
  if (!use || paths.some(({ value }) => value === '')) return null;
  return { ...NOTHING, paths, git: gitReach(command, use), hashes: hashesIn(use) };
}

/** Words that name a commit do no harm as paths; a file in a commit is checked by its own name. An empty path: ask. */
function pathsOfCommit(path: UsedPath): UsedPath[] {
  const { value } = path;
  if (/^:(?:[!^]|\(exclude\))[\w./*-]+$/.test(value)) return [];
  // Other pathspecs reach beyond the folder.
  if (/^:(?!\d:|\/\S)/.test(value) || value.startsWith(':/')) return [{ ...path, value: '' }];
  const file = value.replace(/^[^:]*:(?:\d:)?/, '');
  return isSecretFile(file) ? [{ ...path, value: file }, path] : [path];
}
