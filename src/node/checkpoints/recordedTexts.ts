import { basename } from 'node:path';
import type { Checkpoint, FileState } from '../../agent/ports/checkpoints';
import type { BlobStore } from './blobStore';

/** A file's content before and after a recorded change; null: the file didn't exist. `file` is absolute. */
export interface RecordedTexts {
  readonly file: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** The files that a call changed, if their contents are still stored. */
export async function recordedTexts(
  blobs: Pick<BlobStore, 'get'>,
  checkpoints: readonly Checkpoint[],
  callId: string,
): Promise<readonly RecordedTexts[]> {
  const changes = checkpoints.filter(each => each.callId === callId).flatMap(each => each.changes);
  const textOf = async (state: FileState | null) => (state ? blobs.get(state.id) : null);
  const texts = await Promise.all(
    changes.map(async ({ file, before, after }) => {
      const [old, now] = await Promise.all([textOf(before), textOf(after)]);
      const isStored = (old !== null || !before) && (now !== null || !after);
      return isStored ? [{ file, before: old && String(old), after: now && String(now) }] : [];
    }),
  );
  return texts.flat().sort((a, b) => (basename(a.file) < basename(b.file) ? -1 : 1));
}
