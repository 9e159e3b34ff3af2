import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { contributes } from '../../../package.json';
import titles from '../../../package.nls.json';

/** A row of a view, with what a user can do about it. */
export interface PlayedRow {
  /** As it is read aloud. */
  readonly name: string;
  readonly isChecked: boolean;
  /** Presses a button of the row, by the title of its command; it must be there. */
  press(title: string): Promise<unknown>;
  /** Chooses an item of the row's menu, by the title of its command; it must be there. */
  choose(title: string): Promise<unknown>;
  click(): Promise<unknown>;
}

const LIMIT_MS = 18_000;

/** A view of rows, all of them expanded. */
export class PlayedTree implements vscode.Disposable {
  readonly visible = true;
  readonly selection: readonly unknown[] = [];
  description = '';
  badge: unknown;
  readonly #none = new vscode.EventEmitter<never>();
  readonly #checked = new vscode.EventEmitter<unknown>();
  readonly onDidChangeSelection = this.#none.event;
  readonly onDidChangeVisibility = this.#none.event;
  readonly onDidExpandElement = this.#none.event;
  readonly onDidCollapseElement = this.#none.event;
  readonly onDidChangeCheckboxState = this.#checked.event;

  constructor(
    private readonly id: string,
    private readonly provider: vscode.TreeDataProvider<unknown>,
    private readonly run: (command: string, ...args: readonly unknown[]) => Thenable<unknown>,
  ) {}

  reveal(): Promise<void> {
    return Promise.resolve();
  }

  dispose(): void {
    this.#none.dispose();
    this.#checked.dispose();
  }

  /** Every row, from the top. */
  async rows(): Promise<PlayedRow[]> {
    const below = async (parent?: unknown): Promise<PlayedRow[]> => {
      const children = (await this.provider.getChildren(parent)) ?? [];
      const all = await Promise.all(children.map(async each => [await this.#row(each), ...(await below(each))]));
      return all.flat();
    };
    return below();
  }

  /** The first row that reads so, once it is there. */
  async row(name: RegExp): Promise<PlayedRow> {
    let found: PlayedRow | undefined;
    await this.#until(`the row ${name}`, rows => (found = rows.find(each => name.test(each.name))) !== undefined);
    return found!;
  }

  /** Resolves when no row reads so. */
  gone(name: RegExp): Promise<void> {
    return this.#until(`no row ${name}`, rows => !rows.some(each => name.test(each.name)));
  }

  async #until(what: string, check: (rows: readonly PlayedRow[]) => boolean): Promise<void> {
    const end = performance.now() + LIMIT_MS;
    for (;;) {
      const { changed, forget } = this.#nextChange(end - performance.now());
      try {
        const rows = await this.rows();
        if (check(rows)) return;
        assert.ok(performance.now() < end, `Not seen: ${what}. There is: ${rows.map(each => each.name).join(' | ')}`);
        await changed;
      } finally {
        forget();
      }
    }
  }

  /** Resolves when rows have changed since, or after `ms`. */
  #nextChange(ms: number) {
    let forget = (): unknown => undefined;
    const changed = new Promise<void>(resolve => {
      const timer = setTimeout(resolve, ms);
      const listening = this.provider.onDidChangeTreeData?.(() => resolve());
      forget = () => {
        clearTimeout(timer);
        listening?.dispose();
      };
    });
    return { changed, forget };
  }

  async #row(element: unknown): Promise<PlayedRow> {
    const item = await this.provider.getTreeItem(element);
    const { accessibilityInformation, contextValue = '', command, checkboxState } = item;
    const menuCommand = (title: string, isInline: boolean) => {
      const entry = contributes.menus['view/item/context'].find(
        each =>
          titleOf(contributes.commands.find(({ command }) => command === each.command)?.title ?? '') === title &&
          each.group.startsWith('inline') === isInline &&
          holds(each.when, this.id, contextValue),
      );
      assert.ok(entry, `The row ${accessibilityInformation?.label} (${contextValue}) has no ${title}`);
      return entry.command;
    };
    return {
      name: accessibilityInformation?.label ?? '',
      isChecked: JSON.stringify(checkboxState ?? 0).includes('1'),
      press: async title => this.run(menuCommand(title, true), element),
      choose: async title => this.run(menuCommand(title, false), element),
      click: async () => {
        assert.ok(command, 'A click does nothing here');
        return this.run(command.command, ...((command.arguments ?? []) as unknown[]));
      },
    };
  }
}

/** The title in English of a command whose title in the manifest is this. */
export function titleOf(title: string): string {
  const key = title.replace(/^%(.*)%$/, '$1');
  return (titles as Record<string, string>)[key] ?? title;
}

/** Whether a `when` clause of a row's menu holds. It is about the view and the row alone. */
function holds(when: string, view: string, viewItem: string): boolean {
  return when.split(' && ').every(each => {
    const [, not, name, is, value = ''] = /^(!\()?(\w+) (==|=~) (.*?)\)?$/.exec(each) ?? [];
    const text = name === 'view' ? view : viewItem;
    const matches = is === '==' ? text === value : new RegExp(value.slice(1, -1)).test(text);
    return matches !== (not !== undefined);
  });
}
