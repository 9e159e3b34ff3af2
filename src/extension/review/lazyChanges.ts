import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LazyTracking } from '../../agent/changes/lazyTracking';
import type { ShownChat } from '../../agent/ports/changeScope';
import type { Log } from '../../agent/ports/log';
import type { Workspace } from '../../agent/ports/workspace';
import type { RestorePolicy } from '../../shared/restores';
import type { ChangeRow } from '../../vscode/changes/changeTree';
import { RowsView } from '../../vscode/views/rowsView';
import type { WindowChanges, WindowChangesOptions } from './windowChanges';
import { COMMENTS } from './commentsFile';
import { LEDGER, LOST, PROPOSED } from './storedPlaces';

/** The view's id in the manifest. */
const CHANGES_VIEW = 'pollux.changes';

export interface LazyChangesOptions {
  /** Where changes under review are stored, by workspace folder. */
  readonly folders: WindowChangesOptions['folders'];
  readonly workspace: Pick<Workspace, 'resolve' | 'readText'>;
  /** Approves undoing. */
  readonly restores: () => RestorePolicy;
  readonly log: Log;
  readonly checkpoints: () => WindowChangesOptions['checkpoints'];
  readonly stored: WindowChangesOptions['stored'];
}

/** The window's changes under review. Loaded with the first change, or when an earlier window left some undecided. */
export class LazyChanges extends LazyTracking<WindowChanges> {
  readonly #listeners = new Set<() => void>();
  readonly #view = new RowsView<ChangeRow>(
    CHANGES_VIEW,
    async row => {
      const opened = await this.open();
      this.#view.describe(opened.scoped.description);
      return opened.rows(row);
    },
    (row, isOn) => this.opened?.scoped.mark(row, isOn),
  );
  #chat: () => ShownChat | undefined = () => undefined;

  constructor(private readonly options: LazyChangesOptions) {
    super(async () => {
      const { createWindowChanges } = await import('./windowChanges');
      return createWindowChanges({
        ...options,
        restores: options.restores(),
        checkpoints: options.checkpoints(),
        chat: () => this.#chat(),
        reveal: () => this.show(),
        view: this.#view,
        onChange: () => this.#changed(),
      });
    }, options.log);
  }

  /** Loads the changes and comments that an earlier window left undecided. */
  async resume(): Promise<void> {
    const names = [LEDGER, COMMENTS, join(LOST, LEDGER), join(PROPOSED, LEDGER)];
    const places = this.options.folders.flatMap(({ storage }) => names.map(name => join(storage, name)));
    const files = places.map(place => stat(place));
    const stored = await Promise.allSettled(files);
    if (stored.some(({ status }) => status === 'fulfilled')) await this.open();
  }

  /** Shows the view and moves the focus to it. */
  show(): Promise<void> {
    return this.#view.show();
  }

  /** Calls `listener` whenever the changes under review change, from the moment they are loaded. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Sets the function that returns the chat being shown. */
  follow(chat: () => ShownChat | undefined): void {
    this.#chat = chat;
    this.chatChanged();
  }

  /** Must be called when another chat is shown, or a new turn begins in it. */
  chatChanged(): void {
    const kind = this.opened?.scoped.scope.kind;
    if (kind === 'chat' || kind === 'turn') this.#view.update();
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
