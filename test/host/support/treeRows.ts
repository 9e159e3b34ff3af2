import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';

/** The views that were created, by id. */
export type Trees = Map<
  string,
  { readonly data: vscode.TreeDataProvider<unknown>; readonly view: vscode.TreeView<unknown> }
>;

/** A row of a view as a screen reader has it, with what its commands get. */
export interface SeenRow {
  readonly name: string;
  readonly depth: number;
  readonly row: unknown;
  readonly item: vscode.TreeItem;
}

/** Longer than the product takes two clicks for a double click. */
const DOUBLE_CLICK_MS = 300;

/** What a view lists, all rows expanded. */
export class TreeRows {
  private pressedAt = -Infinity;

  constructor(
    private readonly trees: Trees,
    private readonly id: string,
  ) {}

  /** What stands beside the view's name. */
  get description(): string {
    return this.tree.view.description ?? '';
  }

  /** Resolves when a row of that name is the one that is selected. */
  async untilSelected(name: RegExp): Promise<void> {
    const { data, view } = this.tree;
    let change: () => void = () => undefined;
    const listening = view.onDidChangeSelection(() => change());
    try {
      for (;;) {
        const changed = new Promise<void>(resolve => (change = resolve));
        const [selected] = view.selection;
        const { id } = selected === undefined ? {} : await data.getTreeItem(selected);
        if ((await this.all()).some(each => each.item.id === id && name.test(each.name))) return;
        await changed;
      }
    } finally {
      listening.dispose();
    }
  }

  private get tree() {
    const tree = this.trees.get(this.id);
    if (!tree) throw new Error(`${this.id} was not created`);
    return tree;
  }

  async all(parent?: unknown, depth = 0): Promise<readonly SeenRow[]> {
    const { data } = this.tree;
    const seen: SeenRow[] = [];
    for (const row of (await data.getChildren(parent)) ?? []) {
      const item = await data.getTreeItem(row);
      seen.push({ name: item.accessibilityInformation?.label ?? '', depth, row, item });
      if (item.collapsibleState) seen.push(...(await this.all(row, depth + 1)));
    }
    return seen;
  }

  async names(): Promise<readonly string[]> {
    return (await this.all()).map(({ name }) => name);
  }

  /** Runs the command of a button or of a click on a row, once that is no second half of a double click. */
  async press(name: RegExp, command: string): Promise<void> {
    await delay(Math.max(0, DOUBLE_CLICK_MS - (performance.now() - this.pressedAt)));
    this.pressedAt = performance.now();
    await vscode.commands.executeCommand(`pollux.${command}`, (await this.find(name)).row);
  }

  /** Moves the keyboard focus to a row. */
  async focus(name: RegExp): Promise<void> {
    await this.tree.view.reveal((await this.find(name)).row, { select: true, focus: true });
  }

  /** Resolves with the first row of that name once there is one. */
  find(name: RegExp): Promise<SeenRow> {
    return this.until(rows => rows.find(each => name.test(each.name)));
  }

  /** Resolves when no row has that name. */
  async none(name: RegExp): Promise<void> {
    await this.until(rows => !rows.some(each => name.test(each.name)));
  }

  /** Resolves with what `check` gives once that is true, looking again whenever the view is to be drawn again. */
  private async until<T>(check: (rows: readonly SeenRow[]) => T): Promise<NonNullable<T>> {
    const { onDidChangeTreeData } = this.tree.data;
    let change: () => void = () => undefined;
    const listening = onDidChangeTreeData?.(() => change());
    try {
      for (;;) {
        const changed = new Promise<void>(resolve => (change = resolve));
        const result = check(await this.all());
        if (result) return result;
        await changed;
      }
    } finally {
      listening?.dispose();
    }
  }
}
