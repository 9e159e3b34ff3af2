import * as vscode from 'vscode';
import { createTreeView, type PlainRow } from './plainWindow';

/** A view of rows that are made when they are seen, and made again after an update; `rows` is not asked before. */
export class RowsView<T extends PlainRow> implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<T | undefined>();
  readonly #view: vscode.TreeView<T>;

  constructor(id: string, rows: (row?: T) => Promise<readonly T[]>) {
    this.#view = createTreeView<T>(id, { onDidChange: this.#changed.event, children: rows });
  }

  update(): void {
    this.#changed.fire(undefined);
  }

  dispose(): void {
    this.#view.dispose();
    this.#changed.dispose();
  }
}
