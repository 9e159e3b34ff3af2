import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChangeTracking } from '../agent/ports/changes';
import type { Checkpoint } from '../agent/ports/checkpoints';
import type { Log } from '../agent/ports/log';
import type { Workspace } from '../agent/ports/workspace';
import { once } from '../node/once';
import { ChangesView } from '../vscode/changes/changesView';
import type { WindowChanges } from './windowChanges';

export interface LazyChangesOptions {
  /** Where changes under review are stored. */
  readonly folder: string;
  readonly workspace: Pick<Workspace, 'resolve' | 'readText'>;
  readonly log: Log;
}

/** The changes under review of a window, loaded with the first of them, or with those that an earlier window has left. */
export class LazyChanges implements ChangeTracking {
  readonly #view = new ChangesView(async row => (await this.open()).rows(row));
  readonly #running = new Set<string>();
  #opened: WindowChanges | undefined;
  /** What holds all of it. */
  readonly open = once(async (): Promise<WindowChanges> => {
    const { createWindowChanges } = await import('./windowChanges');
    const opened = await createWindowChanges({ ...this.options, onChange: () => this.#view.update() });
    for (const id of this.#running) opened.changes.runs(id, true);
    this.#opened = opened;
    return opened;
  });

  constructor(private readonly options: LazyChangesOptions) {}

  /** Opens what an earlier window has left to decide. */
  async resume(): Promise<void> {
    const isThere = await stat(join(this.options.folder, 'changes.jsonl')).then(
      () => true,
      () => false,
    );
    if (isThere) await this.open();
  }

  editing: ChangeTracking['editing'] = async (edits, origin, write) => {
    // What was reviewed before it was written is nothing new to what is not under review.
    if (!origin.source && !this.#opened) return write();
    const opened = await this.#tryOpen();
    return opened ? opened.changes.editing(edits, origin, write) : write();
  };

  following: ChangeTracking['following'] = async source => {
    const opened = await this.#tryOpen();
    return opened ? opened.changes.following(source) : () => undefined;
  };

  runs(sessionId: string, isRunning: boolean): void {
    if (isRunning) this.#running.add(sessionId);
    else this.#running.delete(sessionId);
    this.#opened?.changes.runs(sessionId, isRunning);
  }

  async betweenSteps(sessionId: string): Promise<string | undefined> {
    return this.#opened?.changes.betweenSteps(sessionId);
  }

  /** What a command has changed, as its checkpoint has recorded it. */
  async recorded(checkpoint: Checkpoint, read: (id: string) => Promise<Buffer | null>): Promise<void> {
    await this.#opened?.recorded(checkpoint, read);
  }

  /** No edit fails because it can't be put under review. */
  async #tryOpen(): Promise<WindowChanges | undefined> {
    try {
      return await this.open();
    } catch (error) {
      this.options.log.error('Changes could not be put under review', error);
      return undefined;
    }
  }

  dispose(): void {
    this.#opened?.dispose();
    this.#view.dispose();
  }
}
