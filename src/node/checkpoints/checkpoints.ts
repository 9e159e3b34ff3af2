import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChangeOrigin, Checkpoint, Checkpoints, CurrentState, RestoreStep } from '../../agent/ports/checkpoints';
import type { FileLocks } from '../../agent/ports/fileLocks';
import type { Log } from '../../agent/ports/log';
import type { Workspace } from '../../agent/ports/workspace';
import { verifyApproved } from '../../policy/verifyApproved';
import type { ApprovedRestore, RestoreProposal } from '../../shared/restores';
import { unlessCode } from '../files/fileErrors';
import { inSlices } from '../timeSlices';
import { BlobStore } from './blobStore';
import { ChangeRecorder } from './changeRecorder';
import { deleteUnneeded, pruneTo, type Clearing } from './clearing';
import { RecordFiles } from './recordFiles';
import { idsOf } from './records';
import { restoreFiles } from './restoreFiles';
import { planRestore, wantedSteps, type PlannedStep } from './restorePlan';
import { SavedIndex } from './savedIndex';
import type { SnapshotLimits } from './snapshots';
import { StoreGate } from './storeGate';
import { WorkspaceState } from './workspaceState';

/** Checkpoints of other stores, limited to files that this one may restore. */
export interface SharedCheckpoints {
  list(sessionId: string): Promise<readonly Checkpoint[]>;
  /** Null: none of them has this content. */
  get(id: string): Promise<Buffer | null>;
}

export interface CheckpointOptions {
  /** The directory for contents and records; created when first needed. */
  readonly folder: string;
  readonly workspace: Pick<Workspace, 'folders' | 'resolve'>;
  /** Held while a file is restored. */
  readonly locks: FileLocks;
  readonly log: Log;
  readonly newId: () => string;
  readonly now: () => number;
  readonly limits: SnapshotLimits;
  /** What other stores have of the same sessions, whose changes are listed and restored with those of this one. */
  readonly shared?: SharedCheckpoints;
  /** Called once when changes can no longer be recorded. */
  readonly onTrouble: (error: unknown) => void;
  /** Called after each recorded change to the whole workspace, with a function that reads contents by ID. */
  readonly onRecorded?: (checkpoint: Checkpoint, read: (id: string) => Promise<Buffer | null>) => Promise<void>;
}

const MISSING = ['ENOENT', 'ENOTDIR'];
/** The editor's limits: enough for source files, but not for data files. */
export const CHECKPOINT_LIMITS: SnapshotLimits = { fileBytes: 5 * 1024 * 1024, files: 200_000 };
/** Unreferenced content younger than this isn't deleted: another window may be about to refer to it. */
const YOUNGEST_MS = 60 * 60 * 1000;

/**
 * Checkpoints on disk: contents by their hash, and a file of records per session, one per line. Several processes may
 * use the same directory.
 */
export class DiskCheckpoints implements Checkpoints {
  readonly #blobs: BlobStore;
  readonly #gate: StoreGate;
  readonly #records: RecordFiles;
  readonly #state: WorkspaceState;
  readonly #recorder: ChangeRecorder;
  #hasTold = false;

  readonly record: ChangeRecorder['record'] = (...change) => this.#recorder.record(...change);

  constructor(private readonly options: CheckpointOptions) {
    const { folder, workspace, limits, newId, now } = options;
    const folders = () => workspace.folders().map(({ path }) => path);
    const blobs = new BlobStore(join(folder, 'blobs'));
    const gate = new StoreGate(folder);
    const records = new RecordFiles(join(folder, 'records'));
    const state = new WorkspaceState(new SavedIndex(join(folder, 'files.txt')), blobs, folders, limits);
    this.#recorder = new ChangeRecorder({
      ...{ records, state, gate, folders, newId, now },
      onRecorded: async checkpoint => options.onRecorded?.(checkpoint, id => blobs.get(id)),
      onFailure: error => this.#tell(error),
    });
    this.#blobs = blobs;
    this.#gate = gate;
    this.#records = records;
    this.#state = state;
  }

  /** Whether anything has been recorded since construction. */
  get hasRecorded(): boolean {
    return this.#recorder.hasRecorded;
  }

  /** Resolves when all changes begun so far, including cancelled ones, are made and recorded. */
  settled(): Promise<void> {
    return this.#recorder.settled();
  }

  async list(sessionId: string): Promise<readonly Checkpoint[]> {
    const shared = (await this.options.shared?.list(sessionId)) ?? [];
    const own = await this.#records.list(sessionId);
    return shared.length === 0 ? own : [...own, ...shared].sort(byTime);
  }

  /** The content with this ID, from here or from a store that shares the session; null: it is no longer stored. */
  async get(id: string): Promise<Buffer | null> {
    return (await this.#blobs.get(id)) ?? (await this.options.shared?.get(id)) ?? null;
  }

  /** The changes of all sessions, oldest first. */
  async all(): Promise<readonly Checkpoint[]> {
    const records = await this.#records.all();
    return records.flatMap(({ checkpoints }) => checkpoints).sort(byTime);
  }

  async preview(sessionId: string, checkpointId: string): Promise<readonly RestoreStep[]> {
    const plan = await this.#plan(sessionId, checkpointId);
    return plan
      .filter(({ isImplied }) => !isImplied)
      .map(({ file, action, isTouched }) => ({ file, action, isTouched }));
  }

  async planOf(
    sessionId: string,
    checkpointId: string,
    files: readonly string[],
  ): Promise<readonly RestoreProposal<CurrentState>[]> {
    const steps = wantedSteps(await this.#plan(sessionId, checkpointId), files);
    return steps.map(({ file, state, current }) => ({ kind: 'restore', file, before: current, after: state }));
  }

  async restore(origin: ChangeOrigin, approved: readonly ApprovedRestore<CurrentState>[]): Promise<readonly string[]> {
    for (const each of approved) verifyApproved(each);
    const { workspace, locks, log } = this.options;
    return this.record(
      origin,
      approved.map(({ file }) => file),
      () => restoreFiles(approved, { workspace, locks, log, blobs: this }),
    );
  }

  async forget(sessionId: string): Promise<void> {
    const ids = new Set((await this.#records.list(sessionId)).flatMap(idsOf));
    await this.#records.forget(sessionId);
    await this.#clear(async () => deleteUnneeded(ids, await this.#clearing()));
  }

  /**
   * Deletes all content that is no longer needed, and the oldest records until the rest takes at most `maxBytes`.
   * Does nothing while another process is recording a change.
   */
  async prune(maxBytes: number, youngestMs = YOUNGEST_MS): Promise<void> {
    await this.#clear(async () => pruneTo(maxBytes, Date.now() - youngestMs, await this.#clearing()));
  }

  /** Runs `clear` while nothing is being recorded in this process; skips it while another process is recording. */
  async #clear(clear: () => Promise<void>): Promise<void> {
    const { folder } = this.options;
    if (!(await unlessCode(stat(folder), MISSING, null))) return;
    await this.#recorder.inTurn(async () => {
      this.#state.outdate();
      if (!(await this.#gate.clear(clear)))
        this.options.log.info('Checkpoints are in use elsewhere; nothing was deleted');
    });
  }

  async #clearing(): Promise<Clearing> {
    return { blobs: this.#blobs, records: this.#records, inUse: await this.#inUse() };
  }

  /** The contents of the workspace's last known state, and of the states before changes in progress. */
  async #inUse(): Promise<ReadonlySet<string>> {
    const { tree } = await this.#state.last();
    const ids = new Set<string>();
    for (const each of [tree, ...this.#recorder.unrecorded().map(before => before.tree)]) {
      await inSlices(each.values(), ({ id }) => ids.add(id));
    }
    return ids;
  }

  async #plan(sessionId: string, checkpointId: string): Promise<readonly PlannedStep[]> {
    const all = await this.list(sessionId);
    const from = all.findIndex(({ id }) => id === checkpointId);
    return from < 0 ? [] : planRestore(all.slice(from), this);
  }

  /** Logs each failure to record a change; reports the first one only. */
  #tell(error: unknown): void {
    this.options.log.error('The change could not be recorded for a checkpoint', error);
    if (!this.#hasTold) this.options.onTrouble(error);
    this.#hasTold = true;
  }
}

export function byTime(a: Checkpoint, b: Checkpoint): number {
  return a.at - b.at || (a.id < b.id ? -1 : 1);
}
