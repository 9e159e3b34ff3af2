import * as vscode from 'vscode';
import { plainLabel, plainText } from '../shared/plainText';

// The one place that puts words into VS Code's own notifications, lists and boxes. All of them pass `plainText` here, so
// that none who asks something has to think of links and icons.

/** An entry of a list. `icon` is the name of a codicon of our own choice, before the label. */
export type PlainItem = vscode.QuickPickItem & { readonly icon?: string };

type Options = vscode.MessageOptions;

export const showInformationMessage = messages((...args) => vscode.window.showInformationMessage(...args));
export const showWarningMessage = messages((...args) => vscode.window.showWarningMessage(...args));
export const showErrorMessage = messages((...args) => vscode.window.showErrorMessage(...args));

type Show = (text: string, options: Options, ...buttons: string[]) => Thenable<string | undefined>;

/** Resolves with the button that was pressed, as it was given. */
function messages(show: Show) {
  return async <T extends string>(text: string, ...given: readonly (Options | T)[]): Promise<T | undefined> => {
    const [first] = given;
    const options = typeof first === 'object' ? first : {};
    const buttons = given.filter(each => typeof each === 'string');
    const labels = buttons.map(plainLabel);
    const { detail } = options;
    const shown = { ...options, ...(detail !== undefined && { detail: plainText(detail) }) };
    const answer = await show(plainText(text), shown, ...labels);
    return answer === undefined ? undefined : buttons[labels.indexOf(answer)];
  };
}

/** Resolves with the item or the items that were picked, as they were given. */
export async function showQuickPick<T extends PlainItem>(
  items: readonly T[] | Thenable<readonly T[]>,
  options: vscode.QuickPickOptions & { canPickMany: true },
): Promise<T[] | undefined>;
export async function showQuickPick<T extends PlainItem>(
  items: readonly T[] | Thenable<readonly T[]>,
  options?: vscode.QuickPickOptions,
): Promise<T | undefined>;
export async function showQuickPick<T extends PlainItem>(
  items: readonly T[] | Thenable<readonly T[]>,
  options: vscode.QuickPickOptions = {},
): Promise<T | T[] | undefined> {
  const given = Promise.resolve(items);
  const shown = given.then(all => all.map((item, index) => ({ ...plainItem(item), index })));
  type Shown = vscode.QuickPickItem & { readonly index: number };
  const picked = (await vscode.window.showQuickPick(shown, plainOptions(options))) as Shown | Shown[] | undefined;
  if (picked === undefined) return undefined;
  const all = await given;
  return Array.isArray(picked) ? picked.flatMap(({ index }) => all[index] ?? []) : all[picked.index];
}

export function showInputBox(options: vscode.InputBoxOptions = {}): Thenable<string | undefined> {
  return vscode.window.showInputBox(plainOptions(options));
}

/** A list whose items, title and placeholder are made plain as they are set. */
export function createQuickPick<T extends PlainItem>(): vscode.QuickPick<T> {
  const pick = vscode.window.createQuickPick<T>();
  filtered(pick, 'items', items => items.map(plainItem));
  filtered(pick, 'title', optional);
  filtered(pick, 'placeholder', optional);
  return pick;
}

export function createInputBox(): vscode.InputBox {
  const input = vscode.window.createInputBox();
  filtered(input, 'title', optional);
  filtered(input, 'placeholder', optional);
  filtered(input, 'prompt', optional);
  filtered(input, 'validationMessage', message => (typeof message === 'string' ? plainText(message) : message));
  return input;
}

export function withProgress<T>(
  options: vscode.ProgressOptions,
  task: (
    progress: vscode.Progress<{ message?: string; increment?: number }>,
    token: vscode.CancellationToken,
  ) => Thenable<T>,
): Thenable<T> {
  return vscode.window.withProgress(plainOptions(options), task);
}

/** Commands above a line of an editor. `icon` is the name of a codicon of our own choice. */
export interface PlainLens {
  /** 0-based. */
  readonly line: number;
  readonly icon?: string;
  readonly title: string;
  readonly tooltip: string;
  readonly command: string;
  readonly argument: unknown;
}

export function createCodeLens({ line, icon, title, tooltip, command, argument }: PlainLens): vscode.CodeLens {
  const label = plainLabel(title);
  return new vscode.CodeLens(new vscode.Range(line, 0, line, 0), {
    // A plain blank after an icon is not drawn there.
    title: icon === undefined ? label : `$(${icon})\u00a0${label}`,
    tooltip: plainText(tooltip),
    command,
    arguments: [argument],
  });
}

/** An entry of the status bar; `show` gives it a text, null hides it. */
export function createStatusItem(id: string, { name, icon, command }: PlainStatus) {
  const item = vscode.window.createStatusBarItem(id, vscode.StatusBarAlignment.Left);
  item.name = plainText(name);
  item.command = command;
  return {
    show(text: string | null, tooltip = name): void {
      if (text === null) {
        item.hide();
        return;
      }
      item.text = `$(${icon}) ${plainLabel(text)}`;
      item.tooltip = plainText(tooltip);
      item.accessibilityInformation = { label: plainText(`${name}: ${text}`), role: 'button' };
      item.show();
    },
    dispose: () => item.dispose(),
  };
}

/** `icon` is the name of a codicon of our own choice. */
export interface PlainStatus {
  readonly name: string;
  readonly icon: string;
  readonly command: string;
}

/** Says something in the status bar, for a few seconds. */
export function showInStatusBar(text: string): void {
  void vscode.window.setStatusBarMessage(plainLabel(text), 5000);
}

/** A row of a tree. `icon` is the name of a codicon of our own choice. */
export interface PlainRow {
  /** Unique in its tree, and the same for the same thing: what is expanded and selected goes by it. */
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  /** What is read out in place of the label, where that says as much by its icon. */
  readonly readAs?: string;
  readonly tooltip?: string;
  readonly icon?: string;
  /** What the menus of package.json ask for as `viewItem`. */
  readonly contextValue?: string;
  /** Absent: there is nothing below it. */
  readonly expands?: 'collapsed' | 'expanded';
  /** What a click does: a command, which gets the row. */
  readonly command?: string;
  /** With a box to check, which says this. */
  readonly check?: { readonly isOn: boolean; readonly label: string };
}

/** A tree whose rows are made plain; a command of a menu or of a click gets the row as it was given. */
export function createTreeView<T extends PlainRow>(
  id: string,
  { onDidChange, children, onCheck }: TreeSource<T>,
): vscode.TreeView<T> {
  const { Collapsed: collapsed, Expanded: expanded, None } = vscode.TreeItemCollapsibleState;
  const states = { collapsed, expanded } as const;
  const view = vscode.window.createTreeView<T>(id, {
    showCollapseAll: true,
    manageCheckboxStateManually: true,
    treeDataProvider: {
      onDidChangeTreeData: onDidChange,
      getChildren: async row => [...(await children(row))],
      getTreeItem(row) {
        const item = new vscode.TreeItem(plainText(row.label), row.expands === undefined ? None : states[row.expands]);
        item.id = row.id;
        item.description = row.description === undefined ? '' : plainText(row.description);
        item.tooltip = plainText(row.tooltip ?? row.label);
        // Without it the tooltip would be read out in place of the row.
        const read = [row.readAs ?? row.label, row.description].filter(Boolean).join(', ');
        item.accessibilityInformation = { label: plainText(read) };
        if (row.icon !== undefined) item.iconPath = new vscode.ThemeIcon(row.icon);
        if (row.contextValue !== undefined) item.contextValue = row.contextValue;
        if (row.command !== undefined) item.command = { command: row.command, title: '', arguments: [row] };
        if (row.check) item.checkboxState = checkboxOf(row.check);
        return item;
      },
    },
  });
  view.onDidChangeCheckboxState(({ items }) => {
    for (const [row, state] of items) onCheck?.(row, state === vscode.TreeItemCheckboxState.Checked);
  });
  return view;
}

function checkboxOf({ isOn, label }: NonNullable<PlainRow['check']>): NonNullable<vscode.TreeItem['checkboxState']> {
  const { Checked, Unchecked } = vscode.TreeItemCheckboxState;
  const text = plainText(label);
  return { state: isOn ? Checked : Unchecked, tooltip: text, accessibilityInformation: { label: text } };
}

export interface TreeSource<T> {
  /** Fires a row whose children have changed, or undefined where all have. */
  readonly onDidChange: vscode.Event<T | undefined>;
  /** The rows below `row`; without one, those at the top. */
  readonly children: (row?: T) => Promise<readonly T[]>;
  /** The user has checked the box of a row, or the opposite. */
  readonly onCheck?: (row: T, isOn: boolean) => void;
}

const optional = (text: string | undefined) => (text === undefined ? undefined : plainText(text));

function plainItem<T extends PlainItem>(item: T): T {
  const { icon, label, description, detail } = item;
  const labelled = item.kind === vscode.QuickPickItemKind.Separator ? label : plainLabel(label);
  return {
    ...item,
    label: icon === undefined ? labelled : `$(${icon}) ${labelled}`,
    ...(description !== undefined && { description: plainLabel(description) }),
    ...(detail !== undefined && { detail: plainLabel(detail) }),
  };
}

interface Texts {
  readonly title?: string;
  readonly prompt?: string;
  readonly placeHolder?: string;
}

function plainOptions<T extends Texts>(options: T): T {
  const texts = ['title', 'prompt', 'placeHolder'] as const;
  const plain = texts.flatMap(name => (options[name] === undefined ? [] : [[name, plainText(options[name])] as const]));
  return { ...options, ...Object.fromEntries(plain) };
}

/** From now on what is set as a property passes `filter` on its way. */
function filtered<T extends object, K extends keyof T>(target: T, name: K, filter: (value: T[K]) => T[K]): void {
  let holder: object | null = target;
  while (holder && !Object.getOwnPropertyDescriptor(holder, name))
    holder = Object.getPrototypeOf(holder) as object | null;
  const own = holder && Object.getOwnPropertyDescriptor(holder, name);
  if (!own?.get || !own.set) throw new Error(`${String(name)} can't be watched`);
  Object.defineProperty(target, name, {
    configurable: true,
    get: () => own.get?.call(target) as T[K],
    set: (value: T[K]) => own.set?.call(target, filter(value)),
  });
}
