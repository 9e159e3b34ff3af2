import * as vscode from 'vscode';
import { createTreeView } from '../plainWindow';
import type { ChangeRow } from './changeTree';

/** As the manifest names it. */
export const CHANGES_VIEW = 'pollux.changes';

/** The view of all changes; `rows` is not asked before it is seen. */
export class ChangesView implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<ChangeRow | undefined>();
  readonly #view: vscode.TreeView<ChangeRow>;

  constructor(rows: (row?: ChangeRow) => Promise<readonly ChangeRow[]>) {
    this.#view = createTreeView<ChangeRow>(CHANGES_VIEW, { onDidChange: this.#changed.event, children: rows });
  }

  update(): void {
    this.#changed.fire(undefined);
  }

  dispose(): void {
    this.#view.dispose();
    this.#changed.dispose();
  }
}
