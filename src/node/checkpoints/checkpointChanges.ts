import { lstatSync } from 'node:fs';
import type { Checkpoint, FileChange, FileState } from '../../agent/ports/checkpoints';
import type { IndexEntry, Snapshot } from '../search/fileIndex';

/** The clock of a file system may lag behind ours by as much. */
const CLOCK_MS = 100;

/** What happened to `files`, which are all of both snapshots. */
export function changesOf(files: readonly string[], before: Snapshot, after: Snapshot): FileChange[] {
  const unkept = new Set(before.unkept.map(({ file }) => file));
  return files.flatMap(file => {
    const [was, is] = [before.tree.get(file), after.tree.get(file)];
    if (was?.id === is?.id || unkept.has(file)) return [];
    return [{ file, before: was ? stateOf(was) : null, after: is ? stateOf(is) : null }];
  });
}

/** What happened in the workspace between two snapshots of which the first was begun at `startedAt`. */
export function changesBetween(before: Snapshot, after: Snapshot, startedAt: number): FileChange[] {
  if (before.tree === after.tree) return [];
  const isUnkept = new Set(after.unkept.map(({ file }) => file));
  const removed: string[] = [];
  const files: string[] = [];
  for (const [file, { id }] of before.tree) {
    const is = after.tree.get(file);
    if (!is) removed.push(file);
    else if (is.id !== id) files.push(file);
  }
  // A file that is there and not in the tree has become ignored.
  files.push(...removed.filter(file => isUnkept.has(file) || !lstatSync(file, { throwIfNoEntry: false })));
  const added = [...after.tree].filter(([file]) => !before.tree.has(file));
  const inodes = new Set(added.length === 0 ? [] : [...before.tree.values()].map(({ inode }) => inode));
  // A file older than the change has only come to light, unless it was moved: restoring must not delete it.
  files.push(...added.filter(([f, { inode }]) => inodes.has(inode) || !isOlder(f, startedAt)).map(([f]) => f));
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

/** A line of the records; undefined if it is none. */
export function readRecord(line: string): Checkpoint | undefined {
  if (line === '') return undefined;
  try {
    const value = JSON.parse(line) as Partial<Checkpoint> | null;
    return typeof value?.id === 'string' && Array.isArray(value.changes) ? (value as Checkpoint) : undefined;
  } catch {
    return undefined; // a line that a crash cut: its change can't be taken back
  }
}

/** The contents that a checkpoint refers to. */
export function idsOf({ changes }: Checkpoint): string[] {
  return changes.flatMap(({ before, after }) => [before, after].flatMap(state => (state ? [state.id] : [])));
}

/** A file of records. */
export interface Records {
  readonly name: string;
  readonly checkpoints: readonly Checkpoint[];
}

/** When a session last changed anything. */
export function lastChange({ checkpoints }: Records): number {
  return checkpoints.at(-1)?.at ?? 0;
}

/** The contents that records refer to, with how often. */
export function neededBy(records: readonly Records[]): Map<string, number> {
  const needed = new Map<string, number>();
  for (const id of records.flatMap(({ checkpoints }) => checkpoints.flatMap(idsOf))) {
    needed.set(id, (needed.get(id) ?? 0) + 1);
  }
  return needed;
}

function stateOf({ id, mode }: IndexEntry): FileState {
  return { id, mode };
}

function isOlder(file: string, startedAt: number): boolean {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  return stats !== undefined && stats.birthtimeMs < startedAt - CLOCK_MS;
}
