import { mkdir } from 'node:fs/promises';
import { dirname, sep } from 'node:path';
import type { ChangeOrigin, Checkpoint } from '../../agent/ports/checkpoints';
import { isRefusedEdit } from '../../shared/errors';
import { redactKeys } from '../../shared/redact';
import { changesBetween, changesOf } from './checkpointChanges';
import type { RecordFiles } from './recordFiles';
import type { StoreGate } from './storeGate';
import type { StateBefore, WorkspaceState } from './workspaceState';

export interface RecorderOptions {
  readonly records: RecordFiles;
  readonly state: WorkspaceState;
  readonly gate: StoreGate;
  readonly folders: () => readonly string[];
  readonly newId: () => string;
  readonly now: () => number;
  /** Called after each recorded change to the whole workspace, rather than to given files. */
  readonly onRecorded: (checkpoint: Checkpoint) => Promise<void>;
  /** Called with the error when a change can't be recorded. */
  readonly onFailure: (error: unknown) => void;
}

/** The state before a change, of given files or of the whole workspace. */
interface Before {
  readonly at: number;
  readonly snapshot: StateBefore;
  readonly files: readonly string[] | null;
  readonly leave: () => Promise<void>;
}

/** Records changes as they are made; the workspace is scanned for one record at a time. */
export class ChangeRecorder {
  /** The states before the changes that are in progress; no record refers to them yet. */
  readonly #open = new Set<Before>();
  /** The changes that are being made and recorded. */
  readonly #changes = new Set<Promise<unknown>>();
  #hasRecorded = false;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: RecorderOptions) {}

  /** Whether anything has been recorded since construction. */
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
      .catch(() => undefined) // the caller of `record` gets the failure
      .finally(() => this.#changes.delete(ended));
    this.#changes.add(ended);
    return work;
  }

  /** Resolves when all changes begun so far, including cancelled ones, are made and recorded. */
  async settled(): Promise<void> {
    await Promise.all(this.#changes);
  }

  /** The states before the changes that are in progress. */
  unrecorded(): readonly StateBefore[] {
    return [...this.#open].map(({ snapshot }) => snapshot);
  }

  /** Runs `work` while no scan for a record is running. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work);
    this.#queue = result.catch(() => undefined); // the caller gets the failure
    return result;
  }

  async #record<T>(
    origin: ChangeOrigin,
    files: readonly string[] | null,
    change: () => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    if (signal?.aborted) return change();
    const changed = files && withParents(files, this.options.folders());
    const capturing = this.#attempt(() => this.inTurn(() => this.#capture(changed)));
    const before = await unlessAborted(capturing, signal);
    // A cancelled call doesn't wait for the capture.
    if (!before) void capturing.then(late => late && this.#leave(late));
    let isRefused = false;
    try {
      return await change();
    } catch (error) {
      isRefused = files !== null && isRefusedEdit(error);
      throw error;
    } finally {
      if (before) {
        if (!isRefused) await this.#attempt(() => this.inTurn(() => this.#finish(origin, before)));
        await this.#leave(before);
      }
    }
  }

  async #capture(files: readonly string[] | null): Promise<Before> {
    const { now, records, gate, state } = this.options;
    const at = now();
    await mkdir(records.folder, { recursive: true, mode: 0o700 });
    const { cleared, leave } = await gate.enter();
    try {
      state.enter(cleared);
      const before: Before = { at, files, leave, snapshot: await state.look(files) };
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
    const { state, folders, newId, records, onRecorded } = this.options;
    const after = await state.look(files);
    const found = files ? changesOf(files, snapshot, after) : changesBetween(folders(), snapshot, after, at);
    if (found.changes.length + found.unkept.length === 0) return;
    const label = redactKeys(origin.label);
    const checkpoint: Checkpoint = { ...origin, label, id: newId(), at, ...found };
    records.append(checkpoint);
    this.#hasRecorded = true;
    if (!files) await onRecorded(checkpoint);
  }

  /** Returns the result, or undefined after a failure, which is reported. */
  async #attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      this.options.onFailure(error);
      return undefined;
    }
  }
}

/** Adds the directories that an edit may create. */
function withParents(files: readonly string[], folders: readonly string[]): readonly string[] {
  const all = new Set(files);
  for (const file of files) {
    const folder = folders.find(each => file.startsWith(each.endsWith(sep) ? each : each + sep));
    if (folder === undefined) continue;
    for (let at = dirname(file); at.length > folder.length && !all.has(at); at = dirname(at)) all.add(at);
  }
  return [...all];
}

function unlessAborted<T>(work: Promise<T | undefined>, signal?: AbortSignal): Promise<T | undefined> {
  if (!signal) return work;
  const aborted = new Promise<undefined>(resolve => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  return Promise.race([work, aborted]);
}
