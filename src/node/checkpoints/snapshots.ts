import { realpathSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import { MAX_FILE_BYTES } from '../files/diskFile';
import { inSlices } from '../timeSlices';
import type { BlobStore } from './blobStore';
import { isUnchanged, kindOf, lstatOrNull, readEntry, type IndexEntry } from './entries';
import { listEntries } from './listEntries';
import type { FileIndex } from './savedIndex';
import type { Tree } from './tree';

/** Something that is there but could not be kept: too large, closed to us, or without content, like a pipe. */
export interface Unkept {
  readonly size: number;
  /** Others than before: it has changed. */
  readonly marks: string;
  /** A folder that can't be looked into, so that nobody knows what is in it. */
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

/** More files than can be kept; nothing was kept. */
export class TooManyFiles extends Error {}

/**
 * All that is in the folders and that git would not ignore, contents kept in `blobs`. Only what changed since `before` is
 * read; if nothing has, the tree is that of `before` itself. Throws `TooManyFiles`.
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
  await inSlices(unread, ({ path, stats }) => {
    const entry = readEntry(path, limits.fileBytes, bytes => blobs.put(bytes));
    if (entry === 'closed') unkept.set(path, unkeptAt(stats));
    else if (entry) tree.set(path, entry);
  });
  return { rules, tree, unkept };
}

/** Some paths as they are now. What is behind a link is not there: it belongs to where the link leads. */
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

/** False where a folder on the way is a link, or no folder. */
export function isInPlace(path: string): boolean {
  const parent = dirname(path);
  try {
    return realpathSync.native(parent) === parent;
  } catch {
    return false; // there is no such folder, or it can't be looked at
  }
}

function unkeptAt(stats: Stats | null): Unkept {
  if (!stats) return { size: 0, marks: '' };
  const { size, ino, mtimeMs, ctimeMs, mode } = stats;
  return { size: kindOf(mode) === 'file' ? size : 0, marks: [ino, size, mtimeMs, ctimeMs, mode].join(' ') };
}
