import { readlinkSync, realpathSync, statSync } from 'node:fs';
import * as path from 'node:path';
import type { WorkspaceFolder, WorkspacePath } from '../../agent/ports/workspace';
import { ToolError } from '../../shared/errors';
import { asSpelled } from './asSpelled';
import { checkSpelling } from './pathSpelling';

/** A workspace folder as the host provides it; the name defaults to the last path segment. */
export type FolderInput = string | { readonly name: string; readonly path: string };

/** Reads links. Both methods throw Node's errors; `readlink` also throws for anything that isn't a link. */
export interface LinkReader {
  realpath(path: string): string;
  readlink(path: string): string;
}

const DISK_LINKS: LinkReader = { realpath: path => realpathSync.native(path), readlink: path => readlinkSync(path) };

/** Resolves paths to absolute paths without links inside the folders. The only place that does. */
export interface Containment {
  readonly folders: readonly WorkspaceFolder[];
  /** See `Workspace.resolve`. Also throws `permission_denied` if links can't be read. */
  resolve(path: string): Promise<WorkspacePath>;
  /** Converts a path that is already absolute and free of links; null outside every folder. */
  place(real: string): WorkspacePath | null;
}

/** Paths outside the folders that are allowed, but only by their own name, not through a workspace link. */
export interface Exceptions {
  /** One absolute path; a function if it can change. */
  readonly memoryFile?: string | (() => string);
  /** Absolute and free of links; read-only. */
  readonly readableFolders?: () => readonly string[];
  /** Where Markdown files are also written: absolute and free of links; undefined: nowhere. */
  readonly plansFolder?: () => string | undefined;
}

const MAX_LINKS = 40;

export function createContainment(
  inputs: readonly FolderInput[],
  links = DISK_LINKS,
  { memoryFile, readableFolders, plansFolder }: Exceptions = {},
): Containment {
  const folders = nameFolders(inputs);
  const roots = folders
    .map(folder => ({ folder, segments: segmentsOf(folder.path), fold: isCaseInsensitive(folder.path) }))
    .sort((a, b) => b.segments.length - a.segments.length);

  const place = (real: string): WorkspacePath | null => {
    const segments = segmentsOf(real);
    const root = roots.find(root => startsWith(segments, root.segments, root.fold));
    return root ? workspacePath(root.folder, segments.slice(root.segments.length), folders.length > 1) : null;
  };

  // A link in the workspace must not lead there.
  const placeOutside = (absolute: string, real: string): WorkspacePath | null => {
    const memory = typeof memoryFile === 'function' ? memoryFile() : memoryFile;
    if (absolute !== real && absolute !== memory) return null;
    if (memory !== undefined && real === realTarget(memory, links)) return outsidePath(real);
    const isIn = (folder: string) => real === folder || real.startsWith(folder + path.sep);
    const plans = plansFolder?.();
    if (plans !== undefined && isIn(plans)) return outsidePath(real, plans, !/\.md$/i.test(real));
    const folder = readableFolders?.().find(isIn);
    return folder === undefined ? null : outsidePath(real, folder, true);
  };

  return {
    folders,
    place,
    async resolve(given) {
      checkSpelling(
        given,
        process.platform,
        folders.some(folder => folder.path.startsWith('\\\\')),
      );
      const absolute = await asSpelled(makeAbsolute(given, folders));
      const real = realTarget(absolute, links);
      const found = place(real) ?? placeOutside(absolute, real);
      if (found) return found;
      const allowed = folders.map(folder => folder.path).join(', ') || 'none (no folder is open)';
      throw new ToolError(
        'path_not_in_workspace',
        `Path not in workspace: "${given}" leads outside the workspace folders: ${allowed}`,
      );
    },
  };
}

/** Whether the file system that contains `folder` is case-insensitive. */
export function isCaseInsensitive(folder: string): boolean {
  const name = path.basename(folder);
  const swapped = name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase();
  if (swapped === name) return path.dirname(folder) !== folder && isCaseInsensitive(path.dirname(folder));
  const one = statSync(folder, { throwIfNoEntry: false, bigint: true });
  const other = statSync(path.join(path.dirname(folder), swapped), { throwIfNoEntry: false, bigint: true });
  return one !== undefined && one.ino === other?.ino && one.dev === other.dev;
}

function nameFolders(inputs: readonly FolderInput[]): WorkspaceFolder[] {
  const taken = new Set<string>();
  return inputs.map(input => {
    const given = path.resolve(typeof input === 'string' ? input : input.path);
    const wanted = typeof input === 'string' ? path.basename(given) : input.name;
    let name = wanted;
    for (let n = 2; taken.has(name); n++) name = `${wanted}-${n}`;
    taken.add(name);
    return { name, path: statSync(given, { throwIfNoEntry: false }) ? realpathSync.native(given) : given };
  });
}

function makeAbsolute(given: string, folders: readonly WorkspaceFolder[]): string {
  if (path.isAbsolute(given)) return path.resolve(given);
  const [head = '', ...rest] = given.split(path.sep === '\\' ? /[\\/]/ : '/');
  const named = folders.length > 1 ? folders.find(folder => folder.name === head) : undefined;
  if (named) return path.resolve(named.path, ...rest);
  return path.resolve(folders[0]?.path ?? path.parse(process.cwd()).root, given);
}

/** Resolves the links in a path whose last segments need not exist; a dangling link resolves to its target. */
export function realTarget(given: string, links = DISK_LINKS, followed = 0): string {
  // A trailing separator after a link to a file causes an error that reveals the type of its target.
  const target = withoutEnd(given);
  if (followed > MAX_LINKS) throw new ToolError('path_not_in_workspace', `Too many symbolic links: ${target}`);
  const real = unlessMissing(() => links.realpath(target), target);
  const parent = path.dirname(target);
  if (real !== null || parent === target) return real ?? target;
  const link = unlessMissing(() => links.readlink(target), target);
  const realParent = realTarget(parent, links, followed);
  if (link === null) return path.join(realParent, path.basename(target));
  return realTarget(path.resolve(realParent, link), links, followed + 1);
}

function withoutEnd(target: string): string {
  let end = target.length;
  while (end > 1 && [path.sep, '/'].includes(target.charAt(end - 1)) && target.charAt(end - 2) !== ':') end--;
  return target.slice(0, end);
}

const MISSING = new Set(['ENOENT', 'ENOTDIR', 'EINVAL', 'UNKNOWN']);

function unlessMissing(read: () => string, target: string): string | null {
  try {
    return read();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (MISSING.has(code)) return null;
    if (code === 'EACCES' || code === 'EPERM') throw new ToolError('permission_denied', `Permission denied: ${target}`);
    throw new ToolError('path_not_in_workspace', `Path can't be resolved (${code || String(error)}): ${target}`);
  }
}

function segmentsOf(absolute: string): string[] {
  return absolute.split(path.sep).filter((segment, at) => segment !== '' || at === 0);
}

function startsWith(segments: readonly string[], root: readonly string[], fold: boolean): boolean {
  return root.every((segment, at) => {
    const other = segments[at];
    return other === segment || (fold && other?.toLowerCase() === segment.toLowerCase());
  });
}

function outsidePath(real: string, folderPath = path.dirname(real), isReadOnly = false): WorkspacePath {
  const folder = { name: path.basename(folderPath), path: folderPath };
  const relative = path.relative(folderPath, real).split(path.sep).join('/');
  return { absolute: real, relative, display: real, folder, isReadOnly } as WorkspacePath;
}

function workspacePath(folder: WorkspaceFolder, below: readonly string[], isOneOfSeveral: boolean): WorkspacePath {
  const relative = below.join('/');
  return {
    absolute: path.join(folder.path, ...below),
    relative,
    display: (isOneOfSeveral ? [folder.name, ...below].join('/') : relative) || '.',
    folder,
    isReadOnly: false,
  } as WorkspacePath;
}
