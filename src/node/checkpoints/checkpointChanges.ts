import { dirname } from 'node:path';
import type { Checkpoint, FileChange, FileState } from '../../agent/ports/checkpoints';
import { isSameState, kindOf, lstatOrNull, type IndexEntry } from './entries';
import type { FileIndex } from './savedIndex';
import type { Snapshot, Unkept } from './snapshots';

/** The file system's clock may lag behind ours by this much, in milliseconds. */
const CLOCK_MS = 100;

/** Recorded changes, and possible changes to files whose content couldn't be stored. */
export interface Changes {
  readonly changes: readonly FileChange[];
  readonly unkept: Checkpoint['unkept'];
}

/** The changes to `files`; both snapshots cover exactly these. */
export function changesOf(files: readonly string[], before: Snapshot, after: Snapshot): Changes {
  const changes = files.flatMap(file => {
    const [was, is] = [before.tree.get(file) ?? null, after.tree.get(file) ?? null];
    if (isSameState(was, is) || before.unkept.has(file) || after.unkept.has(file)) return [];
    return [{ file, before: was && stateOf(was), after: is && stateOf(is) }];
  });
  return { changes, unkept: changedUnkept(before.unkept, after.unkept) };
}

/** The changes in `folders` between two snapshots; the first was begun at `startedAt`. */
export function changesBetween(
  folders: readonly string[],
  before: Snapshot & Pick<FileIndex, 'rules'>,
  after: Snapshot & Pick<FileIndex, 'rules'>,
  startedAt: number,
): Changes {
  if (before.tree === after.tree) return { changes: [], unkept: changedUnkept(before.unkept, after.unkept) };
  const standing = new Standing(folders);
  const files: string[] = [];
  for (const [file, was] of before.tree) {
    const is = after.tree.get(file);
    // A file that exists but isn't in the tree has become ignored.
    const hasChanged = is ? !isSameState(was, is) : !standing.has(file) && !isBelowClosed(file, after.unkept);
    if (hasChanged) files.push(file);
  }
  const added = [...after.tree].filter(([file]) => !before.tree.has(file));
  const inodes = new Set(added.length === 0 ? [] : [...before.tree.values()].map(({ inode }) => inode));
  // A file older than the change was only revealed by it, unless it was moved: restoring must not delete it.
  const mayComeToLight = (file: string) => before.rules !== after.rules || isBelowClosed(file, before.unkept);
  const isNew = ([file, { inode }]: [string, IndexEntry]) =>
    inodes.has(inode) || !mayComeToLight(file) || !isOlder(file, startedAt);
  files.push(...added.filter(isNew).map(([file]) => file));
  return changesOf(files, before, after);
}

/** Merges successive changes: each file's state before the first and after the last. */
export function foldChanges(checkpoints: readonly Checkpoint[]): FileChange[] {
  const folded = new Map<string, FileChange>();
  for (const change of checkpoints.flatMap(({ changes }) => changes)) {
    const first = folded.get(change.file);
    folded.set(change.file, first ? { ...first, after: change.after } : change);
  }
  return [...folded.values()];
}

/** Distinguishes files that are gone from existing ones that aren't listed, without following links. */
class Standing {
  readonly #folders = new Map<string, boolean>();

  constructor(folders: readonly string[]) {
    for (const folder of folders) this.#folders.set(folder, true);
  }

  has(path: string): boolean {
    return this.#isFolder(dirname(path)) && lstatOrNull(path) !== null;
  }

  #isFolder(path: string): boolean {
    const known = this.#folders.get(path);
    if (known !== undefined) return known;
    const parent = dirname(path);
    const stats = parent !== path && this.#isFolder(parent) ? lstatOrNull(path) : null;
    const isFolder = stats !== null && kindOf(stats.mode) === 'folder';
    this.#folders.set(path, isFolder);
    return isFolder;
  }
}

function changedUnkept(before: Snapshot['unkept'], after: Snapshot['unkept']): Checkpoint['unkept'] {
  const isChanged = (file: string) => before.get(file)?.marks !== after.get(file)?.marks;
  const files = new Map<string, Unkept>([...before, ...after]);
  return [...files].filter(([file]) => isChanged(file)).map(([file, { size }]) => ({ file, size }));
}

function isBelowClosed(file: string, places: Snapshot['unkept']): boolean {
  if (places.size === 0) return false;
  const parent = dirname(file);
  return places.get(parent)?.isClosedFolder === true || (parent !== file && isBelowClosed(parent, places));
}

function stateOf({ id, mode }: IndexEntry): FileState {
  return { id, mode };
}

function isOlder(file: string, startedAt: number): boolean {
  const stats = lstatOrNull(file);
  return stats !== null && stats.birthtimeMs < startedAt - CLOCK_MS;
}
