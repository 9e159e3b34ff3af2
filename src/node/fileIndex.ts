import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type Stats } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BlobStore } from './blobStore';
import { MAX_FILE_BYTES } from './diskFile';
import { codeOf, unlessCode } from './fileErrors';
import { loadIgnoreRules } from './ignoreRules';
import { listFiles, SKIPPED } from './listFiles';

/** A file as it was last read: what says whether it changed, and its content. */
export interface IndexEntry {
  readonly size: number;
  readonly modified: number;
  readonly changed: number;
  readonly inode: number;
  readonly mode: number;
  readonly id: string;
}

export type Tree = ReadonlyMap<string, IndexEntry>;

export interface Snapshot {
  /** By absolute path. */
  readonly tree: Tree;
  /** Files that are there but could not be kept: too large, or closed to us. */
  readonly unkept: readonly { readonly file: string; readonly size: number }[];
}

export interface SnapshotLimits {
  readonly fileBytes: number;
  readonly files: number;
}

/** More files than can be kept; nothing was kept. */
export class TooManyFiles extends Error {}

// No link is followed, and no pipe waited for.
const readFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
// Where the home folder is the workspace, what Pollux itself keeps there is none of its files.
const skipped = new Set([...SKIPPED, '.pollux']);
const sliceMs = 10;
/** A file written this recently may change again and show the same time. */
const racyMs = 50;
const missing = ['ENOENT', 'ENOTDIR'];
const closed = ['EACCES', 'EPERM', 'ELOOP'];

/**
 * All files of the folders that git would not ignore, their contents kept in `blobs`. Only files that changed since
 * `before` are read. Throws `TooManyFiles`.
 */
export async function takeSnapshot(
  folders: readonly string[],
  before: Tree,
  blobs: BlobStore,
  limits: SnapshotLimits,
): Promise<Snapshot> {
  const found = await filesOf(folders);
  if (found.length > limits.files) throw new TooManyFiles(`${found.length} files`);
  const tree = new Map<string, IndexEntry>();
  const unkept: { file: string; size: number }[] = [];
  const unread: { file: string; size: number }[] = [];
  await inSlices(found, file => {
    const stats = lstatOrNull(file);
    const known = before.get(file);
    if (!stats?.isFile()) return;
    if (stats.size > limits.fileBytes) unkept.push({ file, size: stats.size });
    else if (known && isSame(known, stats)) tree.set(file, known);
    else unread.push({ file, size: stats.size });
  });
  await blobs.open();
  await inSlices(unread, ({ file, size }) => {
    const entry = readEntry(file, blobs);
    if (entry === 'closed') unkept.push({ file, size });
    else if (entry) tree.set(file, entry);
  });
  return { tree, unkept };
}

/** Some files as they are now. */
export async function snapshotOf(files: readonly string[], blobs: BlobStore): Promise<Snapshot> {
  const tree = new Map<string, IndexEntry>();
  const unkept: { file: string; size: number }[] = [];
  await blobs.open();
  for (const file of files) {
    const entry = readEntry(file, blobs);
    if (entry === 'closed') unkept.push({ file, size: 0 });
    else if (entry) tree.set(file, entry);
  }
  return { tree, unkept };
}

/** The file as it is now, its content kept; null if there is none, `closed` if there is something that can't be kept. */
function readEntry(file: string, blobs: BlobStore): IndexEntry | 'closed' | null {
  try {
    const read = readFileNow(file);
    if (!read) return 'closed';
    const isRacy = Date.now() - read.stats.mtimeMs < racyMs;
    return {
      ...marksOf(read.stats),
      modified: isRacy ? -1 : read.stats.mtimeMs,
      id: blobs.put(read.bytes),
    };
  } catch (error) {
    if (missing.includes(codeOf(error))) return null;
    if (closed.includes(codeOf(error))) return 'closed';
    throw error;
  }
}

/** Null for what is no regular file, or too large to be read as a whole. */
function readFileNow(file: string): { readonly stats: Stats; readonly bytes: Buffer } | null {
  const handle = openSync(file, readFlags);
  try {
    const stats = fstatSync(handle);
    if (!stats.isFile() || stats.size > MAX_FILE_BYTES) return null;
    const bytes = Buffer.allocUnsafe(stats.size);
    const length = readSync(handle, bytes, 0, bytes.length, 0);
    return { stats, bytes: bytes.subarray(0, length) };
  } finally {
    closeSync(handle);
  }
}

/** A tree that was saved; empty if there is none that can be read. */
export async function loadTree(file: string): Promise<Tree> {
  const text = await unlessCode(readFile(file, 'utf8'), ['ENOENT'], '[]');
  try {
    return new Map(JSON.parse(text) as [string, IndexEntry][]);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return new Map();
    throw error;
  }
}

export async function saveTree(file: string, tree: Tree): Promise<void> {
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, JSON.stringify([...tree]), { mode: 0o600 });
  await rename(draft, file);
}

async function filesOf(folders: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  for (const base of folders) {
    const rules = loadIgnoreRules(base, { git: true, gemini: false });
    const found: string[] = [];
    const prune = (directory: string) => rules.isIgnored(directory);
    await listFiles({ base, skip: skipped, prune }, file => found.push(file), new AbortController().signal);
    await inSlices(found, file => {
      if (!rules.isIgnored(file)) files.push(join(base, file));
    });
  }
  return files;
}

/** Works synchronously, which is several times faster with files, but gives way every few milliseconds. */
async function inSlices<T>(items: readonly T[], work: (item: T) => void): Promise<void> {
  let started = performance.now();
  for (const item of items) {
    work(item);
    if (performance.now() - started < sliceMs) continue;
    await nextTurn();
    started = performance.now();
  }
}

function lstatOrNull(file: string): Stats | null {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) ?? null;
  } catch (error) {
    if ([...missing, ...closed].includes(codeOf(error))) return null;
    throw error;
  }
}

function marksOf({ size, mtimeMs, ctimeMs, ino, mode }: Stats): Omit<IndexEntry, 'id'> {
  return { size, modified: mtimeMs, changed: ctimeMs, inode: ino, mode: mode & 0o777 };
}

function isSame(entry: IndexEntry, stats: Stats): boolean {
  const now = marksOf(stats);
  return (
    entry.size === now.size &&
    entry.modified === now.modified &&
    entry.changed === now.changed &&
    entry.inode === now.inode
  );
}
