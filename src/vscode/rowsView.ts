import * as vscode from 'vscode';
import { plainText } from '../shared/plainText';
import { createTreeView, type PlainRow } from './plainWindow';

/** A view of rows that are made when they are seen, and made again after an update; `rows` is not asked before. */
export class RowsView<T extends PlainRow> implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<T | undefined>();
  readonly #view: vscode.TreeView<T>;

  constructor(id: string, rows: (row?: T) => Promise<readonly T[]>, onCheck?: (row: T, isOn: boolean) => void) {
    const onDidChange = this.#changed.event;
    this.#view = createTreeView<T>(id, { onDidChange, children: rows, ...(onCheck && { onCheck }) });
  }

  /** What of all there is it shows; empty: everything. */
  describe(text: string): void {
    this.#view.description = plainText(text);
  }

  update(): void {
    this.#changed.fire(undefined);
  }

  dispose(): void {
    this.#view.dispose();
    this.#changed.dispose();
  }
}
