import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, lstat, mkdir, open, rename, rm, rmdir, symlink, unlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { CurrentState, FileState } from '../../agent/ports/checkpoints';
import type { FileLocks } from '../../agent/ports/fileLocks';
import type { Log } from '../../agent/ports/log';
import type { Workspace } from '../../agent/ports/workspace';
import { applyAllOnce } from '../../policy/verifyApproved';
import type { ApprovedRestore } from '../../shared/restores';
import { inDirectory } from '../files/diskFile';
import { codeOf, unlessCode } from '../files/fileErrors';
import { makeDirectories } from '../files/makeDirectories';
import type { BlobStore } from './blobStore';
import { isOpenToOwner, kindOf, permissionsOf } from './entries';
import { currentState, isFolder, isSame } from './restorePlan';

export interface RestoreContext {
  readonly workspace: Pick<Workspace, 'resolve'>;
  readonly blobs: Pick<BlobStore, 'get'>;
  readonly locks: FileLocks;
  readonly log: Log;
}

const NOT_EMPTY = ['ENOTEMPTY', 'EEXIST'];
const FOLDER_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_DIRECTORY;

/** An approved step for one path, in file-system terms. */
interface Step {
  readonly file: string;
  readonly state: FileState | null;
  readonly current: CurrentState;
}

/**
 * Restores the content of each path, or deletes it; never follows a link. Returns the paths that failed. A directory
 * that should be deleted but has other content stays. Throws `NotApproved`, with nothing changed.
 */
export async function restoreFiles(
  approved: readonly ApprovedRestore<CurrentState>[],
  context: RestoreContext,
): Promise<string[]> {
  const steps = approved.map(stepOf);
  return applyAllOnce(approved, () => carryOutSteps(steps, context));
}

function stepOf({ file, before, after }: ApprovedRestore<CurrentState>): Step {
  if (after === 'other') throw new Error("A file that couldn't be read can't be restored.");
  return { file, state: after, current: before };
}

async function carryOutSteps(steps: readonly Step[], context: RestoreContext): Promise<string[]> {
  const failed = new Set<string>();
  const carryOut = async (these: readonly Step[], work: (step: Step) => Promise<void>) => {
    for (const step of these) {
      if (failed.has(step.file)) continue;
      try {
        await work(step);
      } catch (error) {
        context.log.error(`${step.file} could not be restored`, error);
        failed.add(step.file);
      }
    }
  };
  const outside = steps.toSorted((a, b) => a.file.length - b.file.length);
  const inside = outside.toReversed();
  const isCleared = ({ state, current }: Step) =>
    current !== null && (state === null || isFolder(state) !== isFolder(current));
  // The contents of a closed directory can only be reached while it is open.
  await carryOut(outside.filter(needsOpening), step => setPermissions(step.file, modeOf(step.current) | 0o700));
  await carryOut(inside.filter(isCleared), async step => {
    await checkPlace(step, context);
    await context.locks.holding([step.file], () => clear(step));
  });
  await carryOut(
    outside.filter(({ state }) => state),
    async step => {
      // By now, anything that blocked its path has been cleared.
      await checkPlace(step, context);
      await context.locks.holding([step.file], () => put(step, isCleared(step), context.blobs));
    },
  );
  await carryOut(
    inside.filter(({ state }) => isFolder(state)),
    ({ file, state }) => setPermissions(file, modeOf(state)),
  );
  return [...failed];
}

/** Throws unless the path is in the workspace, or named by itself, and no parent directory is a link. */
async function checkPlace({ file }: Step, { workspace }: RestoreContext): Promise<void> {
  const own = await workspace.resolve(file).catch(() => null); // a link's target doesn't matter, only its location
  if (own?.absolute === file) return;
  const parent = await workspace.resolve(dirname(file));
  if (parent.absolute !== dirname(file)) throw new Error(`The path leads elsewhere now: ${parent.absolute}`);
}

/** Throws if the file has changed since the plan was made. */
function checkUnchanged({ file, current }: Step): void {
  if (!isSame(currentState(file), current)) throw new Error('It was changed in the meantime.');
}

async function clear(step: Step): Promise<void> {
  if (!isFolder(step.current)) checkUnchanged(step);
  await inPlaceOf(step.file, async target => {
    if (!isFolder(step.current)) return unlink(target);
    // The directory stays too if it has files that were left in it on purpose or aren't ours.
    return unlessCode(rmdir(target), step.state === null ? NOT_EMPTY : [], undefined);
  });
}

async function put(step: Step, isCleared: boolean, blobs: RestoreContext['blobs']): Promise<void> {
  const { file, state } = step;
  if (!state) return;
  if (!isCleared && !isFolder(state)) checkUnchanged(step);
  await makeDirectories(dirname(file));
  await inPlaceOf(file, target => {
    if (isFolder(state)) return putFolder(target);
    return putContent(target, state, blobs);
  });
}

async function putFolder(target: string): Promise<void> {
  await unlessCode(mkdir(target), ['EEXIST'], undefined);
  if (!(await lstat(target)).isDirectory()) throw new Error('Something else is in its place.');
}

async function putContent(target: string, state: FileState, blobs: RestoreContext['blobs']): Promise<void> {
  const bytes = await blobs.get(state.id);
  if (!bytes) throw new Error('Its content is no longer stored.');
  const draft = join(dirname(target), `.pollux-${randomUUID()}.tmp`);
  try {
    if (kindOf(state.mode) === 'link') await symlink(bytes, draft);
    else {
      await writeFile(draft, bytes, { flag: 'wx' });
      await chmod(draft, permissionsOf(state.mode));
    }
    await rename(draft, target);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Calls `work` with a path that refers to the entry in exactly this directory. */
function inPlaceOf<T>(file: string, work: (target: string) => Promise<T>): Promise<T> {
  return inDirectory(dirname(file), prefix => work(join(prefix, basename(file))));
}

async function setPermissions(folder: string, mode: number): Promise<void> {
  await inPlaceOf(folder, async target => {
    const stats = await lstat(target);
    if (permissionsOf(stats.mode) === permissionsOf(mode) || !stats.isDirectory()) return;
    const handle = await openFolder(target);
    try {
      await (handle ? handle.chmod(permissionsOf(mode)) : chmod(target, permissionsOf(mode)));
    } finally {
      await handle?.close();
    }
  });
}

/** Null if the directory can't even be read; then only its name can be used. */
function openFolder(target: string) {
  return open(target, FOLDER_FLAGS).catch((error: unknown) => {
    if (codeOf(error) === 'EACCES') return null;
    throw error;
  });
}

function needsOpening({ current }: Step): boolean {
  return isFolder(current) && !isOpenToOwner(modeOf(current));
}

function modeOf(state: CurrentState): number {
  return state === null || state === 'other' ? 0 : state.mode;
}
