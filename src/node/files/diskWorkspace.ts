import { lstatSync, type Dirent, type Stats } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import * as path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type {
  DirectoryEntry,
  FileLines,
  FileStat,
  FileText,
  Workspace,
  WorkspacePath,
} from '../../agent/ports/workspace';
import { createContainment, type Containment, type FolderInput } from './containment';
import { MAX_FILE_BYTES, readDiskFile } from './diskFile';
import { codeOf, fileError, notText, unlessCode } from './fileErrors';
import { hasIgnoreFiles, ignoreFileOf, loadIgnoreRules, type IgnoreSelection, type RulesOf } from './ignoreRules';
import { linesOf } from './linesOf';
import { readDiskLines } from './readLines';
import { findRipgrep } from '../search/ripgrepPaths';
import type { SearchPrograms } from '../search/search';
import { findProgram } from '../process/shell';
import { decodeText } from './textEncoding';
import { timeBoxed } from '../search/timeBox';

export interface DiskWorkspaceOptions {
  readonly folders: readonly FolderInput[];
  /** The text of a file that is open in an editor, used instead of the disk's; undefined if it isn't open. */
  readonly openText?: (absolute: string) => FileText | undefined;
  /** Decodes non-Unicode bytes by the user's settings; a result with U+FFFD is discarded. */
  readonly decode?: (bytes: Uint8Array, absolute: string) => Promise<string>;
  /** The absolute path of the global memory file, which may be outside the workspace. */
  readonly memoryFile?: string | (() => string);
  /** Directories outside the workspace that may be read, absolute and free of links. */
  readonly readableFolders?: () => readonly string[];
  /** The folder for plans, if it is outside the workspace: absolute and free of links. */
  readonly plansFolder?: () => string | undefined;
  /** Where to look for ripgrep before the search path. */
  readonly ripgrep?: readonly string[];
  /** Where to look for programs; `PATH` if absent. */
  readonly searchPath?: string;
  /** Which ignore files apply, including custom ones; git's and `.geminiignore` if absent. */
  readonly ignoring?: () => IgnoreSelection;
  /** False while git must not be run, for example in an untrusted folder. */
  readonly mayUseGit?: () => boolean;
  /** Called when a search runs without ripgrep. */
  readonly onRipgrepFallback?: () => void;
}

const SLICE_MS = 10;

/** Creates a workspace on this machine's disk. */
export function createDiskWorkspace(options: DiskWorkspaceOptions): Workspace {
  const { memoryFile } = options;
  const containment = createContainment(options.folders, undefined, options);
  let programs: SearchPrograms | undefined;
  const findPrograms = (): SearchPrograms => {
    const searchPath = options.searchPath ?? process.env.PATH ?? '';
    programs ??= {
      ripgrep: findRipgrep(options.ripgrep ?? [], searchPath),
      git: findProgram('git', searchPath),
      ...(options.onRipgrepFallback && { onRipgrepFallback: options.onRipgrepFallback }),
    };
    return options.mayUseGit?.() === false ? { ...programs, git: null } : programs;
  };
  const counting = (which: IgnoreSelection): IgnoreSelection => {
    const { git, gemini, custom = [] } = options.ignoring?.() ?? { git: true, gemini: true };
    return { git: git && which.git, gemini: gemini && which.gemini, custom: which.gemini ? custom : [] };
  };
  const rulesOf: RulesOf = ({ folder }, which) => loadIgnoreRules(folder.path, counting(which));
  const readText = (file: WorkspacePath) => readDiskText(file, options);

  return {
    folders: () => containment.folders,
    resolve: path => containment.resolve(path),
    async memoryFile(scope) {
      const own = typeof memoryFile === 'function' ? memoryFile() : memoryFile;
      if (own === undefined || scope === 'global') return own === undefined ? null : containment.resolve(own);
      const [folder] = containment.folders;
      return folder ? containment.resolve(path.join(folder.path, path.basename(own))) : null;
    },
    stat: statFile,
    readText,
    readLines: (file, range, signal) => readLines(file, range, options, signal),
    async readBytes({ absolute }, limit) {
      return (await readDiskFile(absolute, limit).catch(rethrow(absolute))).bytes;
    },
    list: directory => listEntries(directory, containment),
    ignored: async (base, paths, which) => {
      const rules = rulesOf(base, which);
      const below = base.relative === '' ? '' : `${base.relative}/`;
      return timeBoxed(() => new Set(paths.filter(file => rules.isIgnored(below + file))));
    },
    async ignoredBy({ folder, relative }, which) {
      const isInFolder = containment.folders.some(each => each.path === folder.path);
      if (!isInFolder || relative === '') return null;
      const selection = counting(which);
      // Boxing costs more than reading most files, and without ignore files no pattern can take long.
      if (!hasIgnoreFiles(folder.path, relative, selection)) return null;
      return timeBoxed(() => ignoreFileOf(folder.path, relative, selection));
    },
    async find(request, signal) {
      const { findFiles } = await import('../search/find');
      return findFiles(request, findPrograms().ripgrep, rulesOf, signal);
    },
    async search(request, signal) {
      const { searchFiles } = await import('../search/search');
      const read = async (file: string) =>
        (await readText(await containment.resolve(path.join(request.base.absolute, file)))).text;
      return searchFiles(request, findPrograms(), rulesOf, read, signal);
    },
  };
}

function rethrow(absolute: string): (error: unknown) => never {
  return error => {
    throw fileError(error, absolute, 'read_content_failure');
  };
}

/** Not asynchronous inside: handing over one look at a path takes several times as long as the look. */
async function statFile({ absolute }: WorkspacePath): Promise<FileStat | null> {
  try {
    const stats = lstatSync(absolute, { throwIfNoEntry: false });
    return stats ? { type: typeOf(stats), size: stats.size, modifiedAt: stats.mtimeMs } : null;
  } catch (error) {
    if (codeOf(error) === 'ENOTDIR') return null;
    throw fileError(error, absolute, 'read_content_failure');
  }
}

async function readDiskText({ absolute }: WorkspacePath, options: DiskWorkspaceOptions): Promise<FileText> {
  const open = options.openText?.(absolute);
  if (open) return open;
  const { bytes } = await readDiskFile(absolute).catch(rethrow(absolute));
  const decoded = decodeText(bytes);
  if (!decoded) throw notText(absolute);
  if (decoded.encoding === 'latin1' && options.decode) {
    const text = await options.decode(bytes, absolute);
    if (!text.includes('\uFFFD')) return { text, encoding: 'other', isUnsaved: false };
  }
  return { ...decoded, isUnsaved: false };
}

async function readLines(
  file: WorkspacePath,
  { first, last, maxLength }: { first: number; last: number; maxLength: number },
  options: DiskWorkspaceOptions,
  signal: AbortSignal,
): Promise<FileLines> {
  const { absolute } = file;
  const isOpen = options.openText?.(absolute) !== undefined;
  const stat = await statFile(file);
  if (isOpen || !stat || stat.size <= MAX_FILE_BYTES) return linesOf(await readDiskText(file, options), first, last);
  // A UTF-8 character takes at most three bytes per UTF-16 code unit.
  const read = readDiskLines(absolute, first, last, 3 * (maxLength + 2), signal).catch((error: unknown) => {
    signal.throwIfAborted();
    return rethrow(absolute)(error);
  });
  const { lines, encoding, total, endsInNewline } = await read;
  const rest = { isUnsaved: false, total, endsInNewline };
  if (encoding === 'latin1' && options.decode) {
    const text = await options.decode(Buffer.concat(lines.flatMap(line => [line, Buffer.from('\n')])), absolute);
    if (!text.includes('\uFFFD')) return { lines: text.split('\n').slice(0, -1), encoding: 'other', ...rest };
  }
  return { lines: lines.map(line => line.toString(encoding === 'latin1' ? 'latin1' : 'utf8')), encoding, ...rest };
}

/** A link has the type of its target, unless that is outside the workspace. */
async function listEntries(directory: WorkspacePath, containment: Containment): Promise<DirectoryEntry[]> {
  const { absolute } = directory;
  const found = await readdir(absolute, { withFileTypes: true }).catch(rethrow(absolute));
  const entries: DirectoryEntry[] = [];
  let started = performance.now();
  for (const entry of found) {
    entries.push(await describe(entry, absolute, containment));
    if (performance.now() - started < SLICE_MS) continue;
    await nextTurn();
    started = performance.now();
  }
  return entries;
}

async function describe(entry: Dirent, directory: string, containment: Containment): Promise<DirectoryEntry> {
  const { name } = entry;
  const file = path.join(directory, name);
  if (entry.isDirectory()) return { name, type: 'directory', size: 0 };
  if (!entry.isSymbolicLink()) {
    const stats = lstatSync(file, { throwIfNoEntry: false });
    return { name, type: stats ? typeOf(stats) : 'other', size: stats?.size ?? 0 };
  }
  const target = await unlessCode(realpath(file), ['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES'], null);
  if (target === null || !containment.place(target)) return { name, type: 'other', size: 0 };
  const stats = await stat(target).catch(rethrow(target));
  return { name, type: typeOf(stats), size: stats.isFile() ? stats.size : 0 };
}

function typeOf(stats: Stats): FileStat['type'] {
  if (stats.isFile()) return 'file';
  return stats.isDirectory() ? 'directory' : 'other';
}
