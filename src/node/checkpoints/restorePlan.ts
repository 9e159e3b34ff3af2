import { readdirSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import type { Checkpoint, CurrentState, FileState, RestoreStep } from '../../agent/ports/checkpoints';
import { MAX_FILE_BYTES } from '../files/diskFile';
import { BlobStore } from './blobStore';
import { foldChanges } from './checkpointChanges';
import { FOLDER_ID, isSameState, kindOf, readEntry } from './entries';
import { isInPlace } from './snapshots';

/** A step with the state to restore and the current state. */
export interface PlannedStep extends RestoreStep {
  readonly state: FileState | null;
  readonly current: CurrentState;
  /** A directory that is created or deleted only because of its contents. */
  readonly isImplied: boolean;
}

type Step = Omit<PlannedStep, 'isImplied'>;

/** The steps that undo these changes (oldest first), including those that are not possible (`leave`). */
export async function planRestore(
  checkpoints: readonly Checkpoint[],
  blobs: Pick<BlobStore, 'get'>,
): Promise<PlannedStep[]> {
  const steps: Step[] = [];
  const unrecorded = unrecordedFirst(checkpoints);
  for (const { file, before, after } of foldChanges(checkpoints)) {
    if (unrecorded.has(file)) continue;
    const current = currentState(file);
    if (isSame(current, before)) continue;
    const known = !before || before.id === FOLDER_ID || (await blobs.get(before.id)) !== null;
    const action = !known ? 'leave' : before === null ? 'delete' : current === null ? 'create' : 'change';
    steps.push({ file, action, isTouched: !isSame(current, after), state: before, current });
  }
  const planned = withoutPlace(withStuckFolders(steps));
  for (const file of unrecorded)
    planned.push({ file, action: 'leave', isTouched: false, state: null, current: 'other' });
  return withImplied(planned);
}

/** Paths not recorded at their first change: their original state is unknown, even if a later one is known. */
function unrecordedFirst(checkpoints: readonly Checkpoint[]): ReadonlySet<string> {
  const recorded = new Set<string>();
  const unrecorded = new Set<string>();
  for (const { changes, unkept } of checkpoints) {
    for (const { file } of changes) recorded.add(file);
    for (const { file } of unkept) if (!recorded.has(file)) unrecorded.add(file);
  }
  return unrecorded;
}

export function currentState(file: string): CurrentState {
  const entry = isInPlace(file) ? readEntry(file, MAX_FILE_BYTES, bytes => BlobStore.idOf(bytes)) : null;
  return entry === 'closed' ? 'other' : entry;
}

export function isSame(current: CurrentState, state: CurrentState): boolean {
  return current === 'other' || state === 'other' ? current === state : isSameState(current, state);
}

export function isFolder(state: CurrentState): boolean {
  return state !== null && state !== 'other' && kindOf(state.mode) === 'folder';
}

/** A directory with unrecorded content stays, so whatever should replace it can't be restored. */
function withStuckFolders(steps: readonly Step[]): Step[] {
  const goes = new Set(steps.filter(({ action }) => action === 'delete').map(({ file }) => file));
  const deepestFirst = steps.toSorted((a, b) => b.file.length - a.file.length);
  return deepestFirst.map(step => {
    if (!isFolder(step.current) || isFolder(step.state) || step.action === 'leave') return step;
    if (readdirSync(step.file).every(name => goes.has(join(step.file, name)))) return step;
    goes.delete(step.file);
    return { ...step, action: 'leave' };
  });
}

/** Marks entries that can't be restored because something that stays is in their directory's place. */
function withoutPlace(steps: readonly Step[]): Step[] {
  const byFile = new Map(steps.map(step => [step.file, step]));
  const hasPlace = (folder: string): boolean => {
    const step = byFile.get(folder);
    const state = step && step.action !== 'leave' ? step.state : currentState(folder);
    if (state !== null && !isFolder(state)) return false;
    const isThere = state !== null && !step;
    return isThere || dirname(folder) === folder || hasPlace(dirname(folder));
  };
  return steps.map(step => (step.state === null || hasPlace(dirname(step.file)) ? step : { ...step, action: 'leave' }));
}

function withImplied(steps: readonly Step[]): PlannedStep[] {
  const by = { create: new Set<string>(), delete: new Set<string>() };
  for (const { file, action, state, current } of steps) {
    if (isFolder(state) || isFolder(current) || (action !== 'create' && action !== 'delete')) continue;
    for (let at = dirname(file); !by[action].has(at) && dirname(at) !== at; at = dirname(at)) by[action].add(at);
  }
  return steps.map(step => {
    const { file, action, state, current } = step;
    const comesOrGoes = (action === 'create' && isFolder(state)) || (action === 'delete' && isFolder(current));
    return { ...step, isImplied: comesOrGoes && by[action].has(file) };
  });
}

/** The requested steps, with the directories that are created or deleted with them. */
export function wantedSteps(plan: readonly PlannedStep[], files: readonly string[]): PlannedStep[] {
  const asked = new Set(files);
  return plan.filter(({ file, action, isImplied }) => {
    if (action === 'leave') return false;
    return asked.has(file) || (isImplied && files.some(each => each.startsWith(file + sep)));
  });
}
