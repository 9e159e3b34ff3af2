import { isAbsolute } from 'node:path';
import type { Checkpoint, FileChange, FileState } from '../../agent/ports/checkpoints';
import { FOLDER_ID } from './entries';

/** A file of records. */
export interface Records {
  readonly name: string;
  readonly checkpoints: readonly Checkpoint[];
}

const BLOB_ID = /^[0-9a-f]{64}$/;

/** A line of the records; undefined if it is none, like one that a crash cut: its change can't be taken back. */
export function readRecord(line: string): Checkpoint | undefined {
  if (line === '') return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return isCheckpoint(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The contents that a checkpoint refers to. */
export function idsOf({ changes }: Checkpoint): string[] {
  return changes
    .flatMap(({ before, after }) => [before, after])
    .flatMap(state => (state && state.id !== FOLDER_ID ? [state.id] : []));
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

function isCheckpoint(value: unknown): value is Checkpoint {
  if (!isObject(value)) return false;
  const { id, sessionId, messageId, label, at, changes, unkept } = value;
  return (
    [id, sessionId, messageId, label].every(each => typeof each === 'string') &&
    typeof at === 'number' &&
    isListOf(changes, isChange) &&
    isListOf(unkept, each => isObject(each) && isPath(each.file) && typeof each.size === 'number')
  );
}

function isChange(value: unknown): value is FileChange {
  return isObject(value) && isPath(value.file) && isState(value.before) && isState(value.after);
}

function isState(value: unknown): value is FileState | null {
  if (value === null) return true;
  if (!isObject(value) || typeof value.id !== 'string' || !Number.isInteger(value.mode)) return false;
  return value.id === FOLDER_ID || BLOB_ID.test(value.id);
}

function isPath(value: unknown): boolean {
  return typeof value === 'string' && isAbsolute(value);
}

function isListOf(value: unknown, isOne: (each: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isOne);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
