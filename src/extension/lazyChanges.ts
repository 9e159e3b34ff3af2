import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LazyTracking } from '../agent/changes/lazyTracking';
import type { Log } from '../agent/ports/log';
import type { Workspace } from '../agent/ports/workspace';
import type { ChangeRow } from '../vscode/changes/changeTree';
import { RowsView } from '../vscode/rowsView';
import type { WindowChanges } from './windowChanges';

/** As the manifest names it. */
export const CHANGES_VIEW = 'pollux.changes';

/** The comments on changes, beside those. */
export const COMMENTS = 'comments.jsonl';

export interface LazyChangesOptions {
  /** Where changes under review are stored. */
  readonly folder: string;
  readonly workspace: Pick<Workspace, 'resolve' | 'readText'>;
  readonly log: Log;
}

/** The changes under review of a window, loaded with the first of them, or with those that an earlier window has left. */
export class LazyChanges extends LazyTracking<WindowChanges> {
  readonly #listeners = new Set<() => void>();
  readonly #view = new RowsView<ChangeRow>(
    CHANGES_VIEW,
    async row => (await this.open()).rows(row),
    ({ ids }, isOn) => this.opened?.changes.mark(ids, isOn),
  );

  constructor(private readonly options: LazyChangesOptions) {
    super(async () => {
      const { createWindowChanges } = await import('./windowChanges');
      return createWindowChanges({ ...options, onChange: () => this.#changed() });
    }, options.log);
  }

  /** Opens what an earlier window has left to decide. */
  async resume(): Promise<void> {
    const files = ['changes.jsonl', COMMENTS].map(name => stat(join(this.options.folder, name)));
    const stored = await Promise.allSettled(files);
    if (stored.some(({ status }) => status === 'fulfilled')) await this.open();
  }

  /** Calls `listener` whenever what is under review has changed; once loaded, and not before. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  #changed(): void {
    this.#view.update();
    for (const listener of this.#listeners) listener();
  }

  dispose(): void {
    this.opened?.dispose();
    this.#view.dispose();
  }
}
