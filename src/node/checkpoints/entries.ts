import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync, readSync, type Stats } from 'node:fs';
import { codeOf } from '../files/fileErrors';

/** The entry at a path when it was last read: the stats that show whether it has changed, and its content's ID. */
export interface IndexEntry {
  readonly size: number;
  readonly modified: number;
  readonly changed: number;
  readonly inode: number;
  /** The system's `st_mode`: permissions and file type. */
  readonly mode: number;
  /** The ID of a file's content or a link's target; `FOLDER_ID` for a directory. */
  readonly id: string;
}

/** The recorded state of a path. */
export type EntryState = Pick<IndexEntry, 'id' | 'mode'>;
export type EntryKind = 'file' | 'folder' | 'link' | 'other';

export const FOLDER_ID = 'folder';
/** The path is gone, or below something that is no longer a directory. */
export const MISSING = ['ENOENT', 'ENOTDIR'];
/** The path exists but can't be accessed. */
export const CLOSED = ['EACCES', 'EPERM', 'ELOOP'];

const { S_IFMT, S_IFREG, S_IFDIR, S_IFLNK } = constants;
const PERMISSIONS = 0o7777;
// Don't follow links, and don't wait for pipes.
const READ_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
/** A file written this recently may change again without a new modification time. */
const RACY_MS = 50;

export function kindOf(mode: number): EntryKind {
  switch (mode & S_IFMT) {
    case 0: // older records have only the permissions
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

/** Whether the owner of a directory may list and change its contents. */
export function isOpenToOwner(mode: number): boolean {
  return (mode & 0o700) === 0o700;
}

/** Whether both states are equal to the user. A link's permissions are ignored. */
export function isSameState(a: EntryState | null, b: EntryState | null): boolean {
  if (!a || !b) return a === b;
  const kind = kindOf(a.mode);
  return (
    a.id === b.id && kind === kindOf(b.mode) && (kind === 'link' || permissionsOf(a.mode) === permissionsOf(b.mode))
  );
}

/** Null if the path doesn't exist or can't be accessed. */
export function lstatOrNull(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null;
  } catch (error) {
    if ([...MISSING, ...CLOSED].includes(codeOf(error))) return null;
    throw error;
  }
}

/** Whether an entry still matches the index, judging by its stats alone. */
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
 * Reads the entry at a path; `keep` stores its content and returns the ID. Null: nothing is there. `closed`: it can't
 * be read, is larger than `most` bytes, or has no content. No parent directory of the path may be a link.
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
  const handle = openSync(path, READ_FLAGS);
  try {
    const stats = fstatSync(handle);
    if (!stats.isFile() || stats.size > most) return 'closed';
    const bytes = readAll(handle, stats.size);
    const isRacy = Date.now() - stats.mtimeMs < RACY_MS;
    return { ...marksOf(stats), modified: isRacy ? -1 : stats.mtimeMs, id: keep(bytes) };
  } finally {
    closeSync(handle);
  }
}

/** Reads up to `size` bytes; fewer if the file is truncated in the meantime. */
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
