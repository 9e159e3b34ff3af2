import * as vscode from 'vscode';
import { plainText } from '../../shared/plainText';
import { createTreeView, type PlainRow } from '../plainWindow';
import { runCommand } from '../runCommand';
import { ShownRows } from './shownRows';

/**
 * A view whose rows are created when it is shown; `rows` isn't called before. An update re-creates the rows that
 * differ.
 */
export class RowsView<T extends PlainRow> implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<T | undefined>();
  readonly #view: vscode.TreeView<T>;
  readonly #shown: ShownRows<T>;
  #isStale = false;
  #isEmpty = false;
  #updating: Promise<void> | undefined;

  constructor(
    private readonly id: string,
    private readonly rows: (row?: T) => Promise<readonly T[]>,
    onCheck?: (row: T, isOn: boolean) => void,
  ) {
    this.#shown = new ShownRows(row => this.#load(row));
    this.#view = createTreeView<T>(id, {
      onDidChange: this.#changed.event,
      children: row => this.#shown.children(row),
      parentOf: row => this.#shown.parentOf(row),
      onCheck: (row, isOn) => {
        onCheck?.(row, isOn);
        this.#shown.touch(row);
        this.update();
      },
    });
  }

  /** Sets the text beside the view's name, which says what is shown; empty: everything. */
  describe(text: string): void {
    this.#view.description = plainText(text);
  }

  /**
   * Shows the view and moves the focus to its rows. Loads them first: otherwise, the editor would show the welcome text
   * of an empty view until they arrive, and lose the focus when it removes that text.
   */
  async show(): Promise<void> {
    await this.#load().catch(() => undefined); // the view shows why
    await runCommand(`${this.id}.focus`);
  }

  /**
   * The row that has the keyboard focus; only while this view has it. The editor tells extensions only what is
   * selected, so this toggles whether the row is selected, and back.
   */
  async focused(): Promise<T | undefined> {
    const before = this.#view.selection;
    await runCommand('list.toggleSelection');
    const after = this.#view.selection;
    await runCommand('list.toggleSelection');
    return [...before, ...after].find(row => before.includes(row) !== after.includes(row));
  }

  /** All rows as they are now, each with those below it after it. */
  async all(row?: T): Promise<readonly T[]> {
    const rows = await this.rows(row);
    const nested = await Promise.all(
      rows.map(async each => [each, ...(each.expands === undefined ? [] : await this.all(each))]),
    );
    return nested.flat();
  }

  /** Moves the keyboard focus to a row of this view, which must have the focus already. */
  async moveTo(row: T): Promise<void> {
    await this.#updating;
    await this.#view.reveal(row, { select: true, focus: true });
  }

  update(): void {
    this.#isStale = true;
    this.#updating ??= this.#update().finally(() => (this.#updating = undefined));
  }

  /** Loads rows, and sets the context key that shows the welcome text of an empty view. */
  async #load(row?: T): Promise<readonly T[]> {
    const rows = await this.rows(row);
    const isEmpty = rows.length === 0;
    if (!row && isEmpty !== this.#isEmpty) {
      this.#isEmpty = isEmpty;
      await runCommand('setContext', `${this.id}.isEmpty`, isEmpty);
    }
    return rows;
  }

  async #update(): Promise<void> {
    while (this.#isStale) {
      this.#isStale = false;
      // If the view is hidden, the editor requests all rows when it is shown.
      const isSeen = this.#view.visible && this.#shown.areAsked;
      // On an error the editor requests all rows again, and then shows why.
      const stale = isSeen ? await this.#shown.stale().catch(() => [undefined]) : [undefined];
      for (const row of stale) this.#changed.fire(row);
    }
  }

  dispose(): void {
    this.#view.dispose();
    this.#changed.dispose();
  }
}
