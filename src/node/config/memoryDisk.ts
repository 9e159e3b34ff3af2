import { constants, opendirSync, type Dir } from 'node:fs';
import { lstat, open, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { MemoryDisk, MemoryLister, MemoryRead } from '../../agent/ports/memoryDisk';
import { codeOf } from '../files/fileErrors';
import { isMissing } from '../files/isMissing';
import { loadIgnoreRules, type IgnoreRules } from '../files/ignoreRules';
import { nextSlice } from '../timeSlices';
import { messageOf } from '../../shared/messageOf';

/** Directories without files that the project's authors wrote. */
const OPAQUE = new Set(['.git', '.hg', '.svn', 'node_modules', '__pycache__', '.venv', 'venv', 'bower_components']);
/** The maximum number of entries read from one directory. */
const MAX_ENTRIES = 20_000;

const MISSING = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG']);

/** Reads memory files from disk. */
export const MEMORY_DISK: MemoryDisk = {
  async read(path, { within, limit }) {
    if (isMissing(path)) return { kind: 'missing' };
    try {
      const real = await realpath(path);
      if (within !== undefined && !(await isIn(real, within))) return { kind: 'outside' };
      return await readText(real, limit);
    } catch (error) {
      if (MISSING.has(codeOf(error))) return { kind: 'missing' };
      const isCircle = codeOf(error) === 'ELOOP';
      return { kind: 'unreadable', reason: isCircle ? 'it is a link that leads in a circle' : messageOf(error) };
    }
  },
  exists: path =>
    lstat(path).then(
      () => true,
      () => false,
    ),
  lister: (top, ignoring) => new DiskLister(top, ignoring),
};

async function isIn(real: string, folder: string): Promise<boolean> {
  const top = await realpath(folder);
  return real === top || real.startsWith(top.endsWith(sep) ? top : top + sep);
}

/** `real` contains no links; a link put there in the meantime isn't followed. */
async function readText(real: string, limit: number): Promise<MemoryRead> {
  // Opening a pipe would wait for a writer.
  if (!(await stat(real)).isFile()) return { kind: 'unreadable', reason: "it isn't a file" };
  // On platforms without these flags, they are undefined and ignored.
  const file = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const { dev, ino, size, isFile } = await statsOf(file);
    if (!isFile) return { kind: 'unreadable', reason: "it isn't a file" };
    const bytes = Buffer.alloc(Math.min(size, limit));
    let length = 0;
    while (length < bytes.length) {
      const { bytesRead } = await file.read(bytes, length, bytes.length - length, length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    const read = bytes.subarray(0, length);
    if (read.includes(0)) return { kind: 'unreadable', reason: "it isn't text" };
    const text = new TextDecoder().decode(read);
    const isCut = size > limit;
    return { kind: 'text', text: isCut ? text.replace(/\uFFFD$/, '') : text, identity: `${dev}:${ino}`, isCut };
  } finally {
    await file.close();
  }
}

async function statsOf(file: Awaited<ReturnType<typeof open>>) {
  const stats = await file.stat({ bigint: true });
  return { dev: stats.dev, ino: stats.ino, size: Number(stats.size), isFile: stats.isFile() };
}

class DiskLister implements MemoryLister {
  #rules: IgnoreRules | undefined;
  #started = performance.now();

  constructor(
    private readonly top: string,
    private readonly ignoring: Parameters<MemoryDisk['lister']>[1],
  ) {}

  async list(folder: string, isWanted: (name: string) => boolean) {
    const folders: string[] = [];
    const files: string[] = [];
    let directory: Dir | undefined;
    try {
      // Synchronous reading is several times faster.
      directory = opendirSync(folder, { bufferSize: 512 });
      for (let seen = 0; seen < MAX_ENTRIES; seen++) {
        const entry = directory.readSync();
        if (!entry) break;
        const { name } = entry;
        if (entry.isDirectory()) {
          if (!OPAQUE.has(name) && !this.isIgnored(join(folder, name), 'folder')) folders.push(name);
        } else if (isWanted(name) && !this.isIgnored(join(folder, name), 'file')) files.push(name);
        const next = nextSlice(this.#started);
        this.#started = typeof next === 'number' ? next : await next;
      }
    } catch {
      return { folders: [], files: [] }; // an inaccessible or deleted directory counts as empty
    } finally {
      directory?.closeSync();
    }
    return { folders: folders.sort(), files: files.sort() };
  }

  isIgnored(path: string, type: 'file' | 'folder'): boolean {
    const below = relative(this.top, path).split(sep).join('/');
    if (below === '' || below.startsWith('../')) return false;
    if (below.split('/').some((segment, i, all) => OPAQUE.has(segment) && i < all.length - 1)) return true;
    try {
      this.#rules ??= loadIgnoreRules(this.top, this.ignoring);
      return this.#rules.isIgnored(type === 'folder' ? `${below}/` : below);
    } catch {
      return true; // if ignore files can't be read, everything counts as ignored
    }
  }
}
