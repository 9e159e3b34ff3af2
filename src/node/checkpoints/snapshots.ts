import { realpathSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import { MAX_FILE_BYTES } from '../files/diskFile';
import { inSlices } from '../timeSlices';
import type { BlobStore } from './blobStore';
import { isUnchanged, kindOf, lstatOrNull, readEntry, type IndexEntry } from './entries';
import { listEntries } from './listEntries';
import type { FileIndex } from './savedIndex';
import type { Tree } from './tree';

/** An existing entry that couldn't be stored: too large, not accessible, or without content, like a pipe. */
export interface Unkept {
  readonly size: number;
  /** If they differ from the previous ones, the entry has changed. */
  readonly marks: string;
  /** A directory that can't be listed, so its contents are unknown. */
  readonly isClosedFolder?: true;
}

export interface Snapshot {
  /** By absolute path. */
  readonly tree: Tree;
  readonly unkept: ReadonlyMap<string, Unkept>;
}

export interface SnapshotLimits {
  readonly fileBytes: number;
  readonly files: number;
}

/** From this many new blobs on, they are stored in a pack. */
const MANY = 200;

/** Thrown if there are more files than the limit; nothing was stored. */
class TooManyFiles extends Error {}

/**
 * Captures everything in the folders that git wouldn't ignore, storing contents in `blobs`. Reads only what has
 * changed since `before`; if nothing has, returns the same tree. Throws `TooManyFiles`.
 */
export async function takeSnapshot(
  folders: readonly string[],
  before: FileIndex,
  blobs: BlobStore,
  limits: SnapshotLimits,
): Promise<Snapshot & FileIndex> {
  const { rules, paths, known, closed } = await listEntries(folders, before);
  if (paths.length > limits.files) throw new TooManyFiles(`${paths.length} files`);
  const same: number[] = [];
  const unread: { readonly path: string; readonly stats: Stats }[] = [];
  const unkept = new Map<string, Unkept>(closed.map(path => [path, { size: 0, marks: '', isClosedFolder: true }]));
  await inSlices(paths.keys(), i => {
    const [path = '', entry] = [paths[i], known[i]];
    const stats = lstatOrNull(path);
    if (!stats) return;
    const kind = kindOf(stats.mode);
    if (kind === 'other' || (kind === 'file' && stats.size > limits.fileBytes)) unkept.set(path, unkeptAt(stats));
    else if (entry && isUnchanged(entry, stats)) same.push(i);
    else unread.push({ path, stats });
  });
  if (unread.length === 0 && same.length === before.tree.size) return { rules, tree: before.tree, unkept };
  const tree = new Map<string, IndexEntry>();
  await inSlices(same, i => {
    const [path = '', entry] = [paths[i], known[i]];
    if (entry) tree.set(path, entry);
  });
  await blobs.open();
  const readAll = (put: (bytes: Buffer) => string) =>
    inSlices(unread, ({ path, stats }) => {
      const entry = readEntry(path, limits.fileBytes, put);
      if (entry === 'closed') unkept.set(path, unkeptAt(stats));
      else if (entry) tree.set(path, entry);
    });
  await (unread.length < MANY ? readAll(bytes => blobs.put(bytes)) : blobs.putMany(readAll));
  return { rules, tree, unkept };
}

/** Captures the given paths. A path below a link counts as missing: it belongs to the link's target. */
export async function snapshotOf(paths: readonly string[], blobs: BlobStore): Promise<Snapshot> {
  const tree = new Map<string, IndexEntry>();
  const unkept = new Map<string, Unkept>();
  await blobs.open();
  for (const path of paths) {
    const entry = isInPlace(path) ? readEntry(path, MAX_FILE_BYTES, bytes => blobs.put(bytes)) : null;
    if (entry === 'closed') unkept.set(path, unkeptAt(lstatOrNull(path)));
    else if (entry) tree.set(path, entry);
  }
  return { tree, unkept };
}

/** False if a parent directory is a link or not a directory. */
export function isInPlace(path: string): boolean {
  const parent = dirname(path);
  try {
    return realpathSync.native(parent) === parent;
  } catch {
    return false; // the directory doesn't exist or can't be accessed
  }
}

function unkeptAt(stats: Stats | null): Unkept {
  if (!stats) return { size: 0, marks: '' };
  const { size, ino, mtimeMs, ctimeMs, mode } = stats;
  return { size: kindOf(mode) === 'file' ? size : 0, marks: [ino, size, mtimeMs, ctimeMs, mode].join(' ') };
}
