// Deletes content and records that checkpoints no longer need.
import type { BlobStore } from './blobStore';
import type { RecordFiles } from './recordFiles';
import { idsOf, lastChange, neededBy } from './records';

export interface Clearing {
  readonly blobs: BlobStore;
  readonly records: RecordFiles;
  /** Contents that are needed although no record refers to them. */
  readonly inUse: ReadonlySet<string>;
}

/** Deletes the given contents, except those that are still needed. */
export async function deleteUnneeded(ids: ReadonlySet<string>, { blobs, records, inUse }: Clearing): Promise<void> {
  const needed = neededBy(await records.all());
  await blobs.delete([...ids].filter(id => !inUse.has(id) && !needed.has(id)));
}

/**
 * Deletes the oldest records until the rest takes at most `maxBytes`, and all content that is no longer needed and
 * older than `youngest`.
 */
export async function pruneTo(maxBytes: number, youngest: number, { blobs, records, inUse }: Clearing): Promise<void> {
  const stored = await blobs.list();
  const all = (await records.all()).sort((a, b) => lastChange(a) - lastChange(b));
  const needed = neededBy(all);
  const isKept = (id: string) => needed.has(id) || inUse.has(id) || (stored.get(id)?.at ?? 0) > youngest;
  const taken = () => [...stored].reduce((sum, [id, { bytes }]) => sum + (isKept(id) ? bytes : 0), 0);
  for (let left = taken(); left > maxBytes;) {
    const oldest = all.shift();
    if (!oldest) break;
    await records.delete(oldest);
    for (const id of oldest.checkpoints.flatMap(idsOf)) {
      const uses = (needed.get(id) ?? 0) - 1;
      if (uses > 0) needed.set(id, uses);
      else if (needed.delete(id) && !isKept(id)) left -= stored.get(id)?.bytes ?? 0;
    }
  }
  await blobs.delete([...stored.keys()].filter(id => !isKept(id)));
}
