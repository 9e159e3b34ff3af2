import { randomUUID } from 'node:crypto';
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Checkpoint, FileState, RestoreStep } from '../../agent/ports/checkpoints';
import type { Workspace } from '../../agent/ports/workspace';
import { BlobStore } from './blobStore';
import { foldChanges } from './checkpointChanges';
import { inDirectory, readDiskFile } from '../files/diskFile';
import { codeOf } from '../files/fileErrors';

const MISSING = ['ENOENT', 'ENOTDIR'];

/** A step, and what the file held. */
export type PlannedStep = RestoreStep & { readonly state: FileState | null };

/** What has to be done so that all files are as they were before these changes, oldest first. */
export async function planRestore(checkpoints: readonly Checkpoint[]): Promise<readonly PlannedStep[]> {
  const steps = await Promise.all(
    foldChanges(checkpoints).map(async ({ file, before, after }) => {
      const current = await currentId(file);
      if (current === (before?.id ?? null)) return [];
      const action = before === null ? 'delete' : current === null ? 'create' : 'change';
      return [{ file, action, isTouched: current !== (after?.id ?? null), state: before } as const];
    }),
  );
  return steps.flat();
}

/** Makes a file hold what it held, or takes it away; never through a link. */
export async function restoreFile(
  workspace: Pick<Workspace, 'resolve'>,
  blobs: BlobStore,
  { file, state }: PlannedStep,
): Promise<void> {
  const { absolute } = await workspace.resolve(file);
  if (absolute !== file) throw new Error(`The path leads elsewhere now: ${absolute}`);
  const bytes = state && (await blobs.get(state.id));
  if (state && !bytes) throw new Error('Its content is no longer there.');
  await mkdir(dirname(file), { recursive: true });
  await inDirectory(dirname(file), async prefix => {
    const target = join(prefix, basename(file));
    if (!bytes) return rm(target, { force: true });
    const draft = join(prefix, `.pollux-${randomUUID()}.tmp`);
    try {
      await writeFile(draft, bytes, { flag: 'wx' });
      await chmod(draft, state.mode);
      await rename(draft, target);
    } finally {
      await rm(draft, { force: true });
    }
  });
}

/** Null if there is no file; of what is no file, or too large, something that no content has. */
async function currentId(file: string): Promise<string | null> {
  try {
    return BlobStore.idOf((await readDiskFile(file)).bytes);
  } catch (error) {
    return MISSING.includes(codeOf(error)) ? null : '';
  }
}
