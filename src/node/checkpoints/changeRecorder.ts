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
  /** Called with each change of anything in the workspace that is recorded. */
  readonly onRecorded: (checkpoint: Checkpoint) => Promise<void>;
  /** Called with what keeps a change from being recorded. */
  readonly onFailure: (error: unknown) => void;
}

/** What was there before a change: some files, or all of the workspace. */
interface Before {
  readonly at: number;
  readonly snapshot: StateBefore;
  readonly files: readonly string[] | null;
  readonly leave: () => Promise<void>;
}

/** Records changes as they are made; one is looked at after the other. */
export class ChangeRecorder {
  /** What was there before the changes that are being made now; no record refers to it yet. */
  readonly #open = new Set<Before>();
  /** The changes that are being made and recorded. */
  readonly #changes = new Set<Promise<unknown>>();
  #hasRecorded = false;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: RecorderOptions) {}

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

  /** What changes that are being made were made to. */
  unrecorded(): readonly StateBefore[] {
    return [...this.#open].map(({ snapshot }) => snapshot);
  }

  /** Runs `work` while nothing is looked at for a record. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work);
    this.#queue = result.catch(() => undefined); // whoever waits for the result gets the failure
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

  /** The result, or undefined after a failure. */
  async #attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      this.options.onFailure(error);
      return undefined;
    }
  }
}

/** With the folders that an edit may make on its way. */
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
