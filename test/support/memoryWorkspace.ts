import { join, posix } from 'node:path';
import type { DirectoryEntry, FileStat, Workspace, WorkspacePath } from '../../src/agent/ports/workspace';
import { createContainment } from '../../src/node/files/containment';
import { compileFilter } from '../../src/node/files/fileFilter';
import { compileFind } from '../../src/node/search/find';
import {
  ignoreFileOf,
  loadIgnoreRules,
  type IgnoreReader,
  type IgnoreSelection,
} from '../../src/node/files/ignoreRules';
import { linesOf } from '../../src/node/files/linesOf';
import { SKIPPED } from '../../src/node/search/listFiles';
import { compileScan } from '../../src/node/search/scanText';
import { addContext, MatchCollector } from '../../src/node/search/search';
import { decodeText } from '../../src/node/files/textEncoding';
import { ToolError } from '../../src/shared/errors';

/** Files that exist in memory only, by absolute path; without links. */
export class MemoryFiles {
  private readonly files = new Map<string, { bytes: Uint8Array; modifiedAt: number }>();
  private now = 0;

  put(absolute: string, content: string | Uint8Array): void {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    this.files.set(absolute, { bytes, modifiedAt: ++this.now });
  }

  remove(absolute: string): void {
    this.files.delete(absolute);
  }

  bytes(absolute: string): Uint8Array | null {
    return this.files.get(absolute)?.bytes ?? null;
  }

  stat(absolute: string): FileStat | null {
    const file = this.files.get(absolute);
    if (file) return { type: 'file', size: file.bytes.length, modifiedAt: file.modifiedAt };
    return this.below(absolute).length > 0 ? { type: 'directory', size: 0, modifiedAt: 0 } : null;
  }

  /** The paths of all files below a directory, relative to it. */
  below(directory: string): string[] {
    const prefix = `${directory}/`;
    return [...this.files.keys()].filter(file => file.startsWith(prefix)).map(file => file.slice(prefix.length));
  }
}

/** A workspace over files in memory. */
export function createMemoryWorkspace(files: MemoryFiles, folders: readonly string[], memoryFile?: string): Workspace {
  for (const folder of folders) files.put(join(folder, '.keep'), '');
  const links = {
    realpath: (path: string) => (files.stat(path) ? path : fail('ENOENT')),
    readlink: () => fail('EINVAL'),
  };
  const containment = createContainment(folders, links, memoryFile === undefined ? {} : { memoryFile });
  const reader: IgnoreReader = {
    read: path => (files.stat(path)?.type === 'file' ? Buffer.from(files.bytes(path) ?? []).toString() : null),
    exists: path => files.stat(path) !== null,
  };
  const rules = ({ folder }: WorkspacePath, which: IgnoreSelection) => loadIgnoreRules(folder.path, which, reader);
  const isIgnored = (base: WorkspacePath, which: IgnoreSelection) => {
    const loaded = rules(base, which);
    return (file: string) => loaded.isIgnored(posix.join(base.relative, file));
  };
  const listed = (base: WorkspacePath, skipped: ReadonlySet<string>) =>
    files.below(base.absolute).filter(file => !file.split('/').some(segment => skipped.has(segment)));

  const workspace: Workspace = {
    folders: () => containment.folders,
    resolve: path => containment.resolve(path),
    async memoryFile(scope) {
      if (scope === 'global') return memoryFile === undefined ? null : containment.resolve(memoryFile);
      return folders.length === 0 ? null : containment.resolve(`${folders[0] ?? ''}/GEMINI.md`);
    },
    stat: async ({ absolute }) => files.stat(absolute),
    readText: async ({ absolute }) => {
      const decoded = decodeText(readFile(files, absolute));
      if (!decoded) throw new ToolError('read_content_failure', `Cannot display content of binary file: ${absolute}`);
      return { ...decoded, isUnsaved: false };
    },
    readLines: async (path, { first, last }) => linesOf(await workspace.readText(path), first, last),
    readBytes: async ({ absolute }, limit) => readFile(files, absolute).subarray(0, limit),
    list: async ({ absolute }) => listDirectory(files, absolute),
    ignored: async (base, paths, which) => new Set(paths.filter(isIgnored(base, which))),
    ignoredBy: async ({ folder, relative }, which) =>
      relative === '' || !folders.includes(folder.path) ? null : ignoreFileOf(folder.path, relative, which, reader),
    async find(request, signal) {
      signal.throwIfAborted();
      const ignored = isIgnored(request.base, { git: request.respectGitIgnore, gemini: request.respectGeminiIgnore });
      const matching = listed(request.base, SKIPPED).filter(compileFind(request.pattern, request.isCaseSensitive));
      const found = matching.filter(file => !ignored(file));
      const timeOf = (file: string) => files.stat(join(request.base.absolute, file))?.modifiedAt ?? 0;
      return {
        files: found.map(path => ({ path, modifiedAt: timeOf(path) })),
        ignored: matching.length - found.length,
      };
    },
    async search(request, signal) {
      signal.throwIfAborted();
      const textOf = async (file: string) =>
        (await workspace.readText(await workspace.resolve(join(request.base.absolute, file)))).text;
      const ignored = isIgnored(request.base, { git: request.respectIgnore, gemini: request.respectIgnore });
      const passes = compileFilter(request.include, request.exclude);
      const collector = new MatchCollector(
        request,
        file => passes(file) && request.isHidden?.(file) !== true && !ignored(file),
      );
      const scan = compileScan(request);
      for (const file of listed(request.base, request.respectIgnore ? SKIPPED : new Set(['.git']))) {
        if (!decodeText(readFile(files, join(request.base.absolute, file)))) continue;
        if (!scan(await textOf(file)).every(({ line, text }) => collector.add(file, line, text))) break;
      }
      const result = collector.result();
      return { ...result, files: await addContext(result.files, request, textOf) };
    },
  };
  return workspace;
}

function fail(code: string): never {
  throw Object.assign(new Error(code), { code });
}

function readFile(files: MemoryFiles, absolute: string): Uint8Array {
  const bytes = files.bytes(absolute);
  if (bytes) return bytes;
  if (files.stat(absolute)) throw new ToolError('target_is_directory', `Path is a directory, not a file: ${absolute}`);
  throw new ToolError('file_not_found', `File not found: ${absolute}`);
}

function listDirectory(files: MemoryFiles, absolute: string): DirectoryEntry[] {
  if (!files.stat(absolute)) throw new ToolError('file_not_found', `File not found: ${absolute}`);
  const names = new Set(files.below(absolute).map(file => file.split('/', 1)[0] ?? ''));
  return [...names].map(name => {
    const stat = files.stat(join(absolute, name));
    return { name, type: stat?.type ?? 'other', size: stat?.size ?? 0 };
  });
}
