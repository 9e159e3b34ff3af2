import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type Stats } from 'node:fs';
import { sep } from 'node:path';
import type { BlobStore } from '../checkpoints/blobStore';
import { MAX_FILE_BYTES } from '../files/diskFile';
import { codeOf } from '../files/fileErrors';
import { DISK_IGNORE_FILES, loadIgnoreRules, type IgnoreReader, type IgnoreRules } from '../files/ignoreRules';
import { listFiles, SKIPPED } from './listFiles';
import type { FileIndex } from '../checkpoints/savedIndex';
import { inSlices } from '../timeSlices';

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
const IGNORE_FILE = '.gitignore';
/** A file written this recently may change again and show the same time. */
const racyMs = 50;
const missing = ['ENOENT', 'ENOTDIR'];
const closed = ['EACCES', 'EPERM', 'ELOOP'];

interface FoundFiles {
  /** Names the ignore files and what they say. */
  readonly rules: string;
  readonly files: readonly string[];
  /** What the index has of each. */
  readonly known: readonly (IndexEntry | undefined)[];
}

/**
 * All files of the folders that git would not ignore, their contents kept in `blobs`. Only files that changed since
 * `before` are read; if none has, the tree is that of `before` itself. Throws `TooManyFiles`.
 */
export async function takeSnapshot(
  folders: readonly string[],
  before: FileIndex,
  blobs: BlobStore,
  limits: SnapshotLimits,
): Promise<Snapshot & FileIndex> {
  const { rules, files, known } = await filesOf(folders, before);
  if (files.length > limits.files) throw new TooManyFiles(`${files.length} files`);
  const same: number[] = [];
  const unkept: { file: string; size: number }[] = [];
  const unread: { file: string; size: number }[] = [];
  await inSlices(files.keys(), i => {
    const [file = '', entry] = [files[i], known[i]];
    const stats = lstatOrNull(file);
    if (!stats?.isFile()) return;
    if (stats.size > limits.fileBytes) unkept.push({ file, size: stats.size });
    else if (entry && isSame(entry, stats)) same.push(i);
    else unread.push({ file, size: stats.size });
  });
  if (unread.length === 0 && same.length === before.tree.size) return { rules, tree: before.tree, unkept };
  const tree = new Map<string, IndexEntry>();
  await inSlices(same, i => {
    const [file = '', entry] = [files[i], known[i]];
    if (entry) tree.set(file, entry);
  });
  await blobs.open();
  await inSlices(unread, ({ file, size }) => {
    const entry = readEntry(file, blobs);
    if (entry === 'closed') unkept.push({ file, size });
    else if (entry) tree.set(file, entry);
  });
  return { rules, tree, unkept };
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

/** Those that git does not ignore, the names of a folder after the other. */
async function filesOf(folders: readonly string[], before: FileIndex): Promise<FoundFiles> {
  const read = new Map<string, string>();
  const listed: { readonly base: string; readonly rules: IgnoreRules; readonly names: readonly string[] }[] = [];
  for (const base of folders) {
    const rules = loadIgnoreRules(base, { git: true, gemini: false }, noting(read));
    const names: string[] = [];
    const prune = (directory: string) => rules.isIgnored(directory);
    await listFiles({ base, skip: skipped, prune }, name => names.push(name), new AbortController().signal);
    // Reads every ignore file, so that their names and contents are known.
    for (const name of names) if (name.endsWith(IGNORE_FILE)) rules.isIgnored(name);
    listed.push({ base, rules, names });
  }
  const hash = createHash('sha256');
  for (const each of [...read].sort(([a], [b]) => (a < b ? -1 : 1))) hash.update(JSON.stringify(each));
  const found = { rules: hash.digest('hex'), files: [] as string[], known: [] as (IndexEntry | undefined)[] };
  const areSame = found.rules === before.rules;
  for (const { base, rules, names } of listed) {
    const prefix = base.endsWith(sep) ? base : base + sep;
    await inSlices(names, name => {
      const file = prefix + (sep === '/' ? name : name.replaceAll('/', sep));
      const known = before.tree.get(file);
      // To compare every name with every pattern takes longer than all the rest.
      if (!(areSame && known) && rules.isIgnored(name)) return;
      found.files.push(file);
      found.known.push(known);
    });
  }
  return found;
}

/** Notes what ignore files there are. Like git, it follows no link to one in the workspace. */
function noting(read: Map<string, string>): IgnoreReader {
  return {
    exists: absolute => DISK_IGNORE_FILES.exists(absolute),
    read(absolute) {
      const isLink = absolute.endsWith(IGNORE_FILE) && lstatOrNull(absolute)?.isSymbolicLink();
      const text = isLink ? null : DISK_IGNORE_FILES.read(absolute);
      if (text !== null) read.set(absolute, text);
      return text;
    },
  };
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

function isSame({ size, modified, changed, inode }: IndexEntry, stats: Stats): boolean {
  return size === stats.size && modified === stats.mtimeMs && changed === stats.ctimeMs && inode === stats.ino;
}
