import { basename, dirname, relative, sep } from 'node:path';
import type { DirectoryEntry, FileStat, FileText, Workspace, WorkspacePath } from '../../agent/ports/workspace';
import { linesOf } from '../../node/files/linesOf';

/** The texts that files would have, by absolute path, at the moment. */
type Texts = () => ReadonlyMap<string, string>;

/**
 * The workspace as if these files had these texts: unwritten proposals are read, found and searched like anything
 * else. Nothing is written to disk.
 */
export function layeredWorkspace(workspace: Workspace, texts: Texts): Workspace {
  const fileAt = ({ absolute }: WorkspacePath): FileText | undefined => {
    const text = texts().get(absolute);
    return text === undefined ? undefined : { text, encoding: 'utf8', isUnsaved: false };
  };
  const filesBelow = ({ absolute }: WorkspacePath) => {
    const files = [...texts().keys()].map(file => relative(absolute, file).replaceAll(sep, '/'));
    return files.filter(file => file !== '' && !file.startsWith('../') && !/^(?:[a-z]:|\/)/i.test(file));
  };
  return {
    folders: () => workspace.folders(),
    resolve: path => workspace.resolve(path),
    memoryFile: scope => workspace.memoryFile(scope),
    ignored: (base, paths, which) => workspace.ignored(base, paths, which),
    ignoredBy: (path, which) => workspace.ignoredBy(path, which),
    async stat(path) {
      const file = fileAt(path);
      const onDisk = await workspace.stat(path);
      if (file) return statOf(file.text, onDisk);
      return onDisk ?? (filesBelow(path).length > 0 ? { type: 'directory', size: 0, modifiedAt: Date.now() } : null);
    },
    async readText(path) {
      const file = fileAt(path);
      if (!file) return workspace.readText(path);
      // An existing file keeps its encoding.
      const { encoding } = (await workspace.stat(path)) ? await workspace.readText(path) : file;
      return { ...file, encoding };
    },
    async readLines(path, range, signal) {
      const file = fileAt(path);
      return file ? linesOf(file, range.first, range.last) : workspace.readLines(path, range, signal);
    },
    async readBytes(path, limit) {
      const file = fileAt(path);
      return file ? Buffer.from(file.text).subarray(0, limit) : workspace.readBytes(path, limit);
    },
    async list(path) {
      const added = filesBelow(path);
      const onDisk = added.length > 0 && !(await workspace.stat(path)) ? [] : await workspace.list(path);
      return withAdded(onDisk, added, file => texts().get(`${path.absolute}${sep}${file}`) ?? '');
    },
    async find(request, signal) {
      const found = await workspace.find(request, signal);
      const known = new Set(found.files.map(file => file.path));
      const added = filesBelow(request.base).filter(file => !known.has(file));
      if (added.length === 0) return found;
      const { matchingOf } = await import('../../node/search/find');
      const matching = matchingOf(added, request.pattern, request.isCaseSensitive);
      const which = { git: request.respectGitIgnore, gemini: request.respectGeminiIgnore };
      const ignored = await workspace.ignored(request.base, matching, which);
      const files = matching.filter(file => !ignored.has(file)).map(path => ({ path, modifiedAt: Date.now() }));
      return { files: [...found.files, ...files], ignored: found.ignored };
    },
    async search(request, signal) {
      const onDisk = await workspace.search(request, signal);
      const layer = texts();
      if (layer.size === 0) return onDisk;
      const { searchUnsaved } = await import('./unsavedSearch');
      return searchUnsaved(onDisk, request, layer, workspace);
    },
  };
}

function statOf(text: string, onDisk: FileStat | null): FileStat {
  return { type: 'file', size: Buffer.byteLength(text), modifiedAt: onDisk?.modifiedAt ?? Date.now() };
}

/** The entries of a directory, plus those that the `added` files below it imply. */
function withAdded(
  onDisk: readonly DirectoryEntry[],
  added: readonly string[],
  textOf: (file: string) => string,
): readonly DirectoryEntry[] {
  const entries = new Map(onDisk.map(entry => [entry.name, entry]));
  for (const file of added) {
    const isHere = dirname(file) === '.';
    const name = isHere ? basename(file) : (file.split('/', 1)[0] ?? file);
    if (isHere) entries.set(name, { name, type: 'file', size: Buffer.byteLength(textOf(file)) });
    else if (!entries.has(name)) entries.set(name, { name, type: 'directory', size: 0 });
  }
  return [...entries.values()];
}
