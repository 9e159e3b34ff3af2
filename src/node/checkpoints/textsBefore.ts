import { join } from 'node:path';
import type { Checkpoint, FileState } from '../../agent/ports/checkpoints';
import { textForReview } from '../changes/readReviewed';
import { BlobStore } from './blobStore';
import { kindOf } from './entries';

/**
 * The contents, right before a recorded change, of all files that it or a later one changed, if still stored in
 * `folders`; null: the file didn't exist. `checkpoints` must be in order. Rejects if the change is not among them.
 */
export async function textsBefore(
  folders: readonly string[],
  checkpoints: readonly Checkpoint[],
  { sessionId, id }: Pick<Checkpoint, 'sessionId' | 'id'>,
): Promise<ReadonlyMap<string, string | null>> {
  const from = checkpoints.findIndex(each => each.id === id && each.sessionId === sessionId);
  if (from < 0) throw new Error('The checkpoint is no longer stored');
  const first = new Map<string, FileState | null>();
  for (const { changes } of checkpoints.slice(from)) {
    for (const { file, before } of changes) if (!first.has(file)) first.set(file, before);
  }
  const stores = folders.map(folder => new BlobStore(join(folder, 'blobs')));
  const texts = new Map<string, string | null>();
  for (const [file, state] of first) {
    if (!state) texts.set(file, null);
    for (const store of state && kindOf(state.mode) === 'file' ? stores : []) {
      const bytes = await store.get(state?.id ?? '');
      if (bytes) texts.set(file, textForReview(bytes));
    }
  }
  return texts;
}
