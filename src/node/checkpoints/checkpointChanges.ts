import { dirname } from 'node:path';
import type { Checkpoint, FileChange, FileState } from '../../agent/ports/checkpoints';
import { isSameState, kindOf, lstatOrNull, type IndexEntry } from './entries';
import type { FileIndex } from './savedIndex';
import type { Snapshot, Unkept } from './snapshots';

/** The clock of a file system may lag behind ours by as much. */
const CLOCK_MS = 100;

/** What happened, and what may have happened to that which could not be kept. */
export interface Changes {
  readonly changes: readonly FileChange[];
  readonly unkept: Checkpoint['unkept'];
}

/** What happened to `files`, which are all of both snapshots. */
export function changesOf(files: readonly string[], before: Snapshot, after: Snapshot): Changes {
  const changes = files.flatMap(file => {
    const [was, is] = [before.tree.get(file) ?? null, after.tree.get(file) ?? null];
    if (isSameState(was, is) || before.unkept.has(file) || after.unkept.has(file)) return [];
    return [{ file, before: was && stateOf(was), after: is && stateOf(is) }];
  });
  return { changes, unkept: changedUnkept(before.unkept, after.unkept) };
}

/** What happened in `folders` between two snapshots of which the first was begun at `startedAt`. */
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
    // What is there and not in the tree has become ignored.
    const hasChanged = is ? !isSameState(was, is) : !standing.has(file) && !isBelowClosed(file, after.unkept);
    if (hasChanged) files.push(file);
  }
  const added = [...after.tree].filter(([file]) => !before.tree.has(file));
  const inodes = new Set(added.length === 0 ? [] : [...before.tree.values()].map(({ inode }) => inode));
  // What is older than the change has only come to light, unless it was moved: restoring must not delete it.
  const mayComeToLight = (file: string) => before.rules !== after.rules || isBelowClosed(file, before.unkept);
  const isNew = ([file, { inode }]: [string, IndexEntry]) =>
    inodes.has(inode) || !mayComeToLight(file) || !isOlder(file, startedAt);
  files.push(...added.filter(isNew).map(([file]) => file));
  return changesOf(files, before, after);
}

/** Of changes one after the other, what each file was before the first and is after the last. */
export function foldChanges(checkpoints: readonly Checkpoint[]): FileChange[] {
  const folded = new Map<string, FileChange>();
  for (const change of checkpoints.flatMap(({ changes }) => changes)) {
    const first = folded.get(change.file);
    folded.set(change.file, first ? { ...first, after: change.after } : change);
  }
  return [...folded.values()];
}

/** Tells what is gone from what is there and not listed, without following a link. */
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
