import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { splitLines } from '../../agent/changes/lineEdits';
import { TrackedChanges } from '../../agent/changes/trackedChanges';
import type { Checkpoint } from '../../agent/ports/checkpoints';
import type { FileLocks } from '../../agent/ports/fileLocks';
import type { Log } from '../../agent/ports/log';
import type { Workspace } from '../../agent/ports/workspace';
import { ChangeLedger } from '../../node/changes/changeLedger';
import { changesOfCheckpoint } from '../../node/changes/checkpointTexts';
import { DiskFiles } from '../../node/changes/diskFiles';
import { recordedNews } from '../../node/changes/recordedNews';
import { storagePath } from '../../node/storagePath';
import type { RestorePolicy } from '../../shared/restores';

export interface HeadlessChangesOptions {
  readonly home: string;
  readonly workspace: Pick<Workspace, 'resolve' | 'readText'>;
  readonly locks: FileLocks;
  /** Approves undoing. */
  readonly restores: RestorePolicy;
  readonly log: Log;
}

/** The changes under review of the working directory, stored where the editor stores those of the same folder. */
export async function openHeadlessChanges({ home, workspace, locks, restores, log }: HeadlessChangesOptions) {
  const folder = storagePath(home, 'changes', process.cwd());
  const stored = { split: splitLines, now: Date.now, log };
  const ledger = new ChangeLedger({ ...stored, folder });
  const lost = new ChangeLedger({ ...stored, folder: join(folder, 'lost') });
  const changes: TrackedChanges = new TrackedChanges({
    files: new DiskFiles({ workspace, locks, bytesOf: mark => ledger.bytesOf(mark) }),
    restores,
    newId: () => randomUUID().slice(0, 8),
    onChange: files => {
      for (const file of files) if (!changes.isUndoing(file)) ledger.save(file, changes.stateOf(file));
    },
    onLost: (key, state) => lost.save(key, state ?? undefined),
    onDecision: ({ decided }) => ledger.decided(decided),
    known: recordedNews(ledger, log),
    reportBug: (message, error) => log.error(message, error),
  });
  await ledger.open();
  await lost.open();
  for (const [key, state] of await lost.load()) changes.restoreLost(key, state);
  for (const [file, state] of await ledger.load()) await changes.restore(file, state);
  return {
    changes,
    async recorded(checkpoint: Checkpoint, read: (id: string) => Promise<Buffer | null>): Promise<void> {
      const { sessionId, callId } = checkpoint;
      if (callId === undefined) return;
      const texts = await changesOfCheckpoint(checkpoint, read, bytes => ledger.keepBytes(bytes));
      changes.commandChanged({ sessionId, callId }, texts);
    },
  };
}
