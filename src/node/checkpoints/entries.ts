import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync, readSync, type Stats } from 'node:fs';
import { codeOf } from '../files/fileErrors';

/** What stands at a path, as it was last read: what says whether it changed, and its content. */
export interface IndexEntry {
  readonly size: number;
  readonly modified: number;
  readonly changed: number;
  readonly inode: number;
  /** As the system says it: permissions, and what kind of entry it is. */
  readonly mode: number;
  /** Of a file its content, of a link its target, of a folder `FOLDER_ID`. */
  readonly id: string;
}

/** What there was at a path. */
export type EntryState = Pick<IndexEntry, 'id' | 'mode'>;
export type EntryKind = 'file' | 'folder' | 'link' | 'other';

export const FOLDER_ID = 'folder';
/** Gone, or behind something that is no folder any more. */
export const MISSING = ['ENOENT', 'ENOTDIR'];
/** There, and closed to us. */
export const CLOSED = ['EACCES', 'EPERM', 'ELOOP'];

const { S_IFMT, S_IFREG, S_IFDIR, S_IFLNK } = constants;
const PERMISSIONS = 0o7777;
// No link is followed, and no pipe waited for.
const readFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
/** A file written this recently may change again and show the same time. */
const racyMs = 50;

export function kindOf(mode: number): EntryKind {
  switch (mode & S_IFMT) {
    case 0: // files were once recorded by their permissions alone
    case S_IFREG:
      return 'file';
    case S_IFDIR:
      return 'folder';
    case S_IFLNK:
      return 'link';
    default:
      return 'other';
  }
}

export function permissionsOf(mode: number): number {
  return mode & PERMISSIONS;
}

/** Whether the owner of a folder may look into it and change what is there. */
export function isOpenToOwner(mode: number): boolean {
  return (mode & 0o700) === 0o700;
}

/** Whether both are the same for whoever looks. The permissions of a link mean nothing. */
export function isSameState(a: EntryState | null, b: EntryState | null): boolean {
  if (!a || !b) return a === b;
  const kind = kindOf(a.mode);
  return (
    a.id === b.id && kind === kindOf(b.mode) && (kind === 'link' || permissionsOf(a.mode) === permissionsOf(b.mode))
  );
}

/** Null for nothing, and for what can't be looked at. */
export function lstatOrNull(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null;
  } catch (error) {
    if ([...MISSING, ...CLOSED].includes(codeOf(error))) return null;
    throw error;
  }
}

/** Whether an entry is still what the index has of it, as far as can be told without reading it. */
export function isUnchanged(entry: IndexEntry, stats: Stats): boolean {
  if (entry.mode !== stats.mode) return false;
  if (entry.id === FOLDER_ID) return entry.inode === stats.ino;
  return (
    entry.size === stats.size &&
    entry.modified === stats.mtimeMs &&
    entry.changed === stats.ctimeMs &&
    entry.inode === stats.ino
  );
}

/**
 * What stands at a path now, `keep` having got its content and given the id of it; null for nothing, `closed` for what
 * can't be read, is larger than `most` bytes or has no content. The path must lead through no link.
 */
export function readEntry(path: string, most: number, keep: (bytes: Buffer) => string): IndexEntry | 'closed' | null {
  try {
    const stats = lstatSync(path);
    switch (kindOf(stats.mode)) {
      case 'folder':
        return { ...marksOf(stats), id: FOLDER_ID };
      case 'link':
        return { ...marksOf(stats), id: keep(readlinkSync(path, { encoding: 'buffer' })) };
      case 'file':
        return readFileEntry(path, most, keep);
      default:
        return 'closed';
    }
  } catch (error) {
    if (MISSING.includes(codeOf(error))) return null;
    if (CLOSED.includes(codeOf(error))) return 'closed';
    throw error;
  }
}

function readFileEntry(path: string, most: number, keep: (bytes: Buffer) => string): IndexEntry | 'closed' {
  const handle = openSync(path, readFlags);
  try {
    const stats = fstatSync(handle);
    if (!stats.isFile() || stats.size > most) return 'closed';
    const bytes = readAll(handle, stats.size);
    const isRacy = Date.now() - stats.mtimeMs < racyMs;
    return { ...marksOf(stats), modified: isRacy ? -1 : stats.mtimeMs, id: keep(bytes) };
  } finally {
    closeSync(handle);
  }
}

/** As much as there is, up to `size`: a file may be cut short meanwhile. */
function readAll(handle: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  let filled = 0;
  while (filled < size) {
    const read = readSync(handle, bytes, filled, size - filled, filled);
    if (read === 0) break;
    filled += read;
  }
  return bytes.subarray(0, filled);
}

function marksOf({ size, mtimeMs, ctimeMs, ino, mode }: Stats): Omit<IndexEntry, 'id'> {
  return { size, modified: mtimeMs, changed: ctimeMs, inode: ino, mode };
}
