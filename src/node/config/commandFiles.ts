import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import type { CommandFormat, CommandPlace, CommandText } from '../../agent/ports/commandFiles';
import type { ActiveExtension, InstalledFile } from '../../agent/ports/extensions';
import { codeOf } from '../files/fileErrors';
import { someAtOnce } from '../someAtOnce';
import { readTexts } from './settingsFiles';
import { messageOf } from '../../shared/messageOf';

/** A directory with more files than this wasn't written as commands. */
const MAX_FILES = 2000;
const MAX_DEPTH = 8;
const ENDING: Readonly<Record<CommandFormat, string>> = { toml: '.toml', prompt: '.prompt.md', claude: '.md' };

export interface CommandHomes {
  /** The directory that contains `.gemini`. */
  readonly home: string;
  /** Workspace folders to read commands from; empty in an untrusted workspace. */
  readonly folders: readonly string[];
  /** Extensions that may contribute commands. */
  readonly extensions?: readonly Pick<ActiveExtension, 'name' | 'path' | 'commandFolders'>[];
  /** False: only Gemini CLI's own commands. */
  readonly hasOthers?: boolean;
  /** Prompts contributed by VS Code extensions. */
  readonly installed?: readonly InstalledFile[];
}

/** All directories of command files; within a tier, earlier ones take precedence. */
export function commandPlaces({
  home,
  folders,
  extensions = [],
  hasOthers = true,
  installed = [],
}: CommandHomes): CommandPlace[] {
  const roots = folders.filter(folder => folder !== home);
  const ofFolder = (parts: readonly string[], format: CommandFormat) =>
    roots.map((root): CommandPlace => ({ tier: 'workspace', format, folder: join(root, ...parts), within: root }));
  const others: CommandPlace[] = [
    ...ofFolder(['.github', 'prompts'], 'prompt'),
    ...ofFolder(['.claude', 'commands'], 'claude'),
    { tier: 'user', format: 'claude', folder: join(home, '.claude', 'commands') },
  ];
  return [
    ...ofFolder(['.gemini', 'commands'], 'toml'),
    { tier: 'user', format: 'toml', folder: join(home, '.gemini', 'commands') },
    ...(hasOthers ? others : []),
    ...extensions.flatMap(({ name, path, commandFolders }) =>
      commandFolders.map((folder): CommandPlace => ({
        tier: 'extension',
        format: 'toml',
        folder,
        extension: name,
        within: path,
      })),
    ),
    ...installed.map(({ extension, folder, path }): CommandPlace => ({
      tier: 'extension',
      format: 'prompt',
      folder: dirname(path),
      only: basename(path),
      extension,
      within: folder,
    })),
  ];
}

/** Reads every command file below the places; missing directories are skipped. Never rejects. */
export async function findCommandFiles(places: readonly CommandPlace[]): Promise<CommandText[]> {
  return (await Promise.all(places.map(findIn))).flat();
}

async function findIn(place: CommandPlace): Promise<CommandText[]> {
  try {
    const root = await realpath(place.folder);
    const within = place.within === undefined ? undefined : await realpath(place.within);
    if (within !== undefined && !isBelow(root, within)) return [unread(place, place.folder, '', LEADS_OUT)];
    const walk = new Walk(place, within);
    if (place.only === undefined) await walk.visit('', 0, new Set([root]));
    else await walk.takeOne(place.only);
    const isCut = walk.paths.length > MAX_FILES;
    const paths = walk.paths.sort().slice(0, MAX_FILES);
    const texts = await someAtOnce(paths, path => readOne(place, path));
    return [
      ...texts.flat(),
      ...walk.refused.map(({ path, error }) => unread(place, join(place.folder, path), path, error)),
      ...(isCut
        ? [unread(place, place.folder, '', `There are more than ${MAX_FILES} files, of which the rest is left out.`)]
        : []),
    ];
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return [];
    return [unread(place, place.folder, '', messageOf(error))];
  }
}

const LEADS_OUT = 'It is a link to a place outside its folder.';

async function readOne(place: CommandPlace, path: string): Promise<CommandText[]> {
  const found = await readTexts([{ file: join(place.folder, path) }]);
  return found.map(text => ({ place, path, ...text }));
}

function unread(place: CommandPlace, file: string, path: string, error: string): CommandText {
  return { place, file, path, text: null, error };
}

/** Finds command files. Follows links, but not out of `within`, and not in circles. */
class Walk {
  /** POSIX paths relative to the place's folder. */
  readonly paths: string[] = [];
  readonly refused: { readonly path: string; readonly error: string }[] = [];

  constructor(
    private readonly place: CommandPlace,
    private readonly within: string | undefined,
  ) {}

  async visit(directory: string, depth: number, above: ReadonlySet<string>): Promise<void> {
    for (const entry of await this.#entries(directory, depth)) {
      if (this.paths.length > MAX_FILES) return;
      const path = `${directory}${entry.name}`;
      const isLink = entry.isSymbolicLink();
      const real = isLink ? await this.#target(path) : undefined;
      if (isLink && real === undefined) continue;
      const isFolder = real === undefined ? entry.isDirectory() : (await stat(real)).isDirectory();
      if (!isFolder) this.#take(path);
      else if (depth < MAX_DEPTH && (real === undefined || !above.has(real))) {
        await this.visit(`${path}/`, depth + 1, real === undefined ? above : new Set([...above, real]));
      }
    }
  }

  /** Takes one file by name; a missing one is skipped. */
  async takeOne(name: string): Promise<void> {
    if ((await this.#target(name)) !== undefined) this.#take(name);
  }

  #take(path: string): void {
    if (path.endsWith(ENDING[this.place.format])) this.paths.push(path);
  }

  /** Throws only if the place itself can't be read. */
  async #entries(directory: string, depth: number): Promise<readonly Dirent[]> {
    try {
      return await readdir(join(this.place.folder, directory), { withFileTypes: true });
    } catch (error) {
      if (depth === 0) throw error;
      this.refused.push({ path: directory.slice(0, -1), error: messageOf(error) });
      return [];
    }
  }

  /** Undefined: the target doesn't exist or isn't allowed. */
  async #target(path: string): Promise<string | undefined> {
    try {
      const real = await realpath(join(this.place.folder, path));
      if (this.within === undefined || isBelow(real, this.within)) return real;
      this.refused.push({ path, error: LEADS_OUT });
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') this.refused.push({ path, error: messageOf(error) });
    }
    return undefined;
  }
}

function isBelow(path: string, root: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}
