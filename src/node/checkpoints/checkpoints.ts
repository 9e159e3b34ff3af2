import { mkdir, readFile, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import type { ChangeOrigin, Checkpoint, Checkpoints, CurrentState, RestoreStep } from '../../agent/ports/checkpoints';
import type { FileLocks } from '../../agent/ports/fileLocks';
import type { Log } from '../../agent/ports/log';
import type { Workspace } from '../../agent/ports/workspace';
import { isRefusedEdit } from '../../shared/errors';
import { verifyApproved } from '../../policy/verifyApproved';
import { redactKeys } from '../../shared/redact';
import type { ApprovedRestore, RestoreProposal } from '../../shared/restores';
import { BlobStore } from './blobStore';
import { changesBetween, changesOf } from './checkpointChanges';
import { appendLines } from '../files/appendLines';
import { unlessCode } from '../files/fileErrors';
import { idsOf, lastChange, neededBy, type Records } from './records';
import { restoreFiles } from './restoreFiles';
import { planRestore, wantedSteps, type PlannedStep } from './restorePlan';
import { SavedIndex, type FileIndex } from './savedIndex';
import { someAtOnce } from '../someAtOnce';
import { inSlices } from '../timeSlices';
import { snapshotOf, takeSnapshot, type Snapshot, type SnapshotLimits } from './snapshots';
import { StoreGate } from './storeGate';

export interface CheckpointOptions {
  /** Where contents and records are kept; made when first needed. */
  readonly folder: string;
  readonly workspace: Pick<Workspace, 'folders' | 'resolve'>;
  /** Held while a file is restored. */
  readonly locks: FileLocks;
  readonly log: Log;
  readonly newId: () => string;
  readonly now: () => number;
  readonly limits: SnapshotLimits;
  /** Called once when changes can no longer be recorded. */
  readonly onTrouble: (error: unknown) => void;
  /** Called with each change of anything in the workspace that is recorded, and with what gives contents by their ids. */
  readonly onRecorded?: (checkpoint: Checkpoint, read: (id: string) => Promise<Buffer | null>) => Promise<void>;
}

/** What was there before a change: some files, or all of the workspace. */
interface Before {
  readonly at: number;
  readonly snapshot: Snapshot & Pick<FileIndex, 'rules'>;
  readonly files: readonly string[] | null;
  readonly leave: () => Promise<void>;
}

const MISSING = ['ENOENT', 'ENOTDIR'];
/** What the editor keeps: files of a repository, not its data. */
export const CHECKPOINT_LIMITS: SnapshotLimits = { fileBytes: 5 * 1024 * 1024, files: 200_000 };
/** Content that nothing refers to is left alone for as long: another window may be about to. */
const YOUNGEST_MS = 60 * 60 * 1000;

/**
 * Checkpoints on the disk: contents by their hash, the records of each session in a file of lines. Several processes may
 * keep theirs in one folder.
 */
export class DiskCheckpoints implements Checkpoints {
  readonly #blobs: BlobStore;
  readonly #saved: SavedIndex;
  readonly #gate: StoreGate;
  #cleared: string | undefined;
  #index: FileIndex | undefined;
  /** What was there before the changes that are being made now; no record refers to it yet. */
  readonly #open = new Set<Before>();
  /** The changes that are being made and recorded. */
  readonly #changes = new Set<Promise<unknown>>();
  #hasRecorded = false;
  #queue: Promise<unknown> = Promise.resolve();
  #hasTold = false;

  constructor(private readonly options: CheckpointOptions) {
    this.#blobs = new BlobStore(join(options.folder, 'blobs'));
    this.#saved = new SavedIndex(join(options.folder, 'files.txt'));
    this.#gate = new StoreGate(options.folder);
  }

  /** Whether anything was recorded since this was made. */
  get hasRecorded(): boolean {
    return this.#hasRecorded;
  }

  record<T>(
    origin: ChangeOrigin,
    files: readonly string[] | null,
    change: () => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    const work = this.#record(origin, files, change, signal);
    const ended = work
      .catch(() => undefined) // whoever made the change gets the failure
      .finally(() => this.#changes.delete(ended));
    this.#changes.add(ended);
    return work;
  }

  /** Resolves when the changes that have been begun are made and recorded, a cancelled one too. */
  async settled(): Promise<void> {
    await Promise.all(this.#changes);
  }

  async #record<T>(
    origin: ChangeOrigin,
    files: readonly string[] | null,
    change: () => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    if (signal?.aborted) return change();
    const changed = files && this.#withParents(files);
    const capturing = this.#attempt(() => this.#inTurn(() => this.#capture(changed)));
    const before = await unlessAborted(capturing, signal);
    // Whoever cancels does not wait for it.
    if (!before) void capturing.then(late => late && this.#leave(late));
    let isRefused = false;
    try {
      return await change();
    } catch (error) {
      isRefused = files !== null && isRefusedEdit(error);
      throw error;
    } finally {
      if (before) {
        if (!isRefused) await this.#attempt(() => this.#inTurn(() => this.#finish(origin, before)));
        await this.#leave(before);
      }
    }
  }

  async list(sessionId: string): Promise<readonly Checkpoint[]> {
    const text = await unlessCode(readFile(this.#recordsOf(sessionId), 'utf8'), MISSING, '');
    if (text === '') return [];
    const { readRecord } = await import('./readRecord');
    return text.split('\n').flatMap(line => readRecord(line) ?? []);
  }

  /** The changes of all sessions, oldest first. */
  async all(): Promise<readonly Checkpoint[]> {
    const records = await this.#records();
    return records.flatMap(({ checkpoints }) => checkpoints).sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
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
      () => restoreFiles(approved, { workspace, locks, log, blobs: this.#blobs }),
    );
  }

  async forget(sessionId: string): Promise<void> {
    const checkpoints = await this.list(sessionId);
    await rm(this.#recordsOf(sessionId), { force: true });
    const ids = new Set(checkpoints.flatMap(idsOf));
    await this.#clear(async () => {
      const needed = neededBy(await this.#records());
      const inUse = await this.#inUse();
      await this.#blobs.delete([...ids].filter(id => !inUse.has(id) && !needed.has(id)));
    });
  }

  /**
   * Deletes the oldest records, and all content that is no longer needed, until no more than `maxBytes` are taken. Does
   * nothing while another process is recording a change.
   */
  async prune(maxBytes: number, youngestMs = YOUNGEST_MS): Promise<void> {
    await this.#clear(async () => {
      const stored = await this.#blobs.list();
      const inUse = await this.#inUse();
      const youngest = Date.now() - youngestMs;
      const records = (await this.#records()).sort((a, b) => lastChange(a) - lastChange(b));
      const needed = neededBy(records);
      const isKept = (id: string) => needed.has(id) || inUse.has(id) || (stored.get(id)?.at ?? 0) > youngest;
      const taken = () => [...stored].reduce((sum, [id, { bytes }]) => sum + (isKept(id) ? bytes : 0), 0);
      for (let left = taken(); left > maxBytes;) {
        const oldest = records.shift();
        if (!oldest) break;
        await rm(join(this.options.folder, 'records', oldest.name), { force: true });
        for (const id of oldest.checkpoints.flatMap(idsOf)) {
          const uses = (needed.get(id) ?? 0) - 1;
          if (uses > 0) needed.set(id, uses);
          else if (needed.delete(id) && !isKept(id)) left -= stored.get(id)?.bytes ?? 0;
        }
      }
      await this.#blobs.delete([...stored.keys()].filter(id => !isKept(id)));
    });
  }

  /** One after the other with what records changes here, and not while another process does. */
  async #clear(clear: () => Promise<void>): Promise<void> {
    const { folder } = this.options;
    if (!(await unlessCode(stat(folder), MISSING, null))) return;
    await this.#inTurn(async () => {
      // What others have put there since is in their index.
      this.#index = undefined;
      if (!(await this.#gate.clear(clear)))
        this.options.log.info('Checkpoints are in use elsewhere; nothing was deleted');
    });
  }

  async #records(): Promise<Records[]> {
    const names = await unlessCode(readdir(join(this.options.folder, 'records')), MISSING, []);
    return someAtOnce(names, async name => ({ name, checkpoints: await this.list(name.slice(0, -'.jsonl'.length)) }));
  }

  /** The contents of the workspace as it last was, and of what is being changed. */
  async #inUse(): Promise<ReadonlySet<string>> {
    const { tree } = (this.#index ??= await this.#saved.load());
    const ids = new Set<string>();
    for (const each of [tree, ...[...this.#open].map(({ snapshot }) => snapshot.tree)]) {
      await inSlices(each.values(), ({ id }) => ids.add(id));
    }
    return ids;
  }

  async #capture(files: readonly string[] | null): Promise<Before> {
    const at = this.options.now();
    await mkdir(join(this.options.folder, 'records'), { recursive: true, mode: 0o700 });
    const { cleared, leave } = await this.#gate.enter();
    try {
      if (cleared !== this.#cleared) {
        this.#index = undefined;
        this.#blobs.forgetKnown();
      }
      this.#cleared = cleared;
      const before: Before = { at, files, leave, snapshot: await this.#snapshot(files) };
      this.#open.add(before);
      return before;
    } catch (error) {
      await leave();
      throw error;
    }
  }

  async #leave(before: Before): Promise<void> {
    this.#open.delete(before);
    await before.leave();
  }

  async #finish(origin: ChangeOrigin, { at, files, snapshot }: Before): Promise<void> {
    const after = await this.#snapshot(files);
    const found = files ? changesOf(files, snapshot, after) : changesBetween(this.#folders(), snapshot, after, at);
    if (found.changes.length + found.unkept.length === 0) return;
    const label = redactKeys(origin.label);
    const checkpoint: Checkpoint = { ...origin, label, id: this.options.newId(), at, ...found };
    appendLines(this.#recordsOf(origin.sessionId), `${JSON.stringify(checkpoint)}\n`);
    this.#hasRecorded = true;
    if (!files) await this.options.onRecorded?.(checkpoint, id => this.#blobs.get(id));
  }

  async #snapshot(files: readonly string[] | null): Promise<Snapshot & Pick<FileIndex, 'rules'>> {
    return files ? { ...(await snapshotOf(files, this.#blobs)), rules: '' } : this.#snapshotAll();
  }

  #folders(): readonly string[] {
    return this.options.workspace.folders().map(({ path }) => path);
  }

  /** With the folders that an edit may make on its way. */
  #withParents(files: readonly string[]): readonly string[] {
    const folders = this.#folders();
    const all = new Set(files);
    for (const file of files) {
      const folder = folders.find(each => file.startsWith(each.endsWith(sep) ? each : each + sep));
      if (folder === undefined) continue;
      for (let at = dirname(file); at.length > folder.length && !all.has(at); at = dirname(at)) all.add(at);
    }
    return [...all];
  }

  async #snapshotAll(): Promise<Snapshot & FileIndex> {
    const { limits } = this.options;
    const before = (this.#index ??= await this.#saved.load());
    const snapshot = await takeSnapshot(this.#folders(), before, this.#blobs, limits);
    this.#index = { rules: snapshot.rules, tree: snapshot.tree };
    await this.#saved.save(this.#index, before);
    return snapshot;
  }

  async #plan(sessionId: string, checkpointId: string): Promise<readonly PlannedStep[]> {
    const all = await this.list(sessionId);
    const from = all.findIndex(({ id }) => id === checkpointId);
    return from < 0 ? [] : planRestore(all.slice(from), this.#blobs);
  }

  /** The result, or undefined after a failure, which is told once. */
  async #attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      this.options.log.error('The change could not be recorded for a checkpoint', error);
      if (!this.#hasTold) this.options.onTrouble(error);
      this.#hasTold = true;
      return undefined;
    }
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work);
    this.#queue = result.catch(() => undefined); // whoever waits for the result gets the failure
    return result;
  }

  #recordsOf(sessionId: string): string {
    return join(this.options.folder, 'records', `${sessionId.replace(/[^\w-]/g, '_')}.jsonl`);
  }
}

function unlessAborted<T>(work: Promise<T | undefined>, signal?: AbortSignal): Promise<T | undefined> {
  if (!signal) return work;
  const aborted = new Promise<undefined>(resolve => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  return Promise.race([work, aborted]);
}
