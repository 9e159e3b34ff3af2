import * as vscode from 'vscode';
import { plainLabel, plainText } from '../shared/plainText';
import { readAloud } from './readAloud';

// The only place that puts text into VS Code's own notifications, lists and boxes. All of it passes `plainText` here,
// so that callers needn't consider links and icons.

/** A list entry. `icon` is the name of a codicon that we chose, shown before the label. */
export type PlainItem = vscode.QuickPickItem & { readonly icon?: string };

type Options = vscode.MessageOptions;

export const showInformationMessage = messages((...args) => vscode.window.showInformationMessage(...args));
export const showWarningMessage = messages((...args) => vscode.window.showWarningMessage(...args));
export const showErrorMessage = messages((...args) => vscode.window.showErrorMessage(...args));

type Show = (text: string, options: Options, ...buttons: string[]) => Thenable<string | undefined>;

/** Resolves with the pressed button, as it was given. */
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

/** Resolves with the picked item or items, as they were given. */
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

export function showInputBox({ validateInput, ...options }: PlainInputOptions = {}): Thenable<string | undefined> {
  const validate = validateInput && { validateInput: (text: string) => optional(validateInput(text)) };
  return vscode.window.showInputBox({ ...plainOptions(options), ...validate });
}

/** `validateInput` returns the problem with a text; the message may quote the text or a server. */
export type PlainInputOptions = Omit<vscode.InputBoxOptions, 'validateInput'> & {
  readonly validateInput?: (text: string) => string | undefined;
};

/** A list that makes its items, title and placeholder plain when they are set. */
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

/** Opens a diff; its title, the name of its tab, is made plain. */
export async function openDiff(
  before: vscode.Uri | undefined,
  after: vscode.Uri | undefined,
  title: string,
  options?: vscode.TextDocumentShowOptions,
): Promise<void> {
  await vscode.commands.executeCommand('vscode.diff', before, after, plainText(title), options);
}

/** Opens several diffs in one editor: for each, the file, its text before and its text after. */
export async function openDiffs(
  title: string,
  diffs: readonly (readonly [vscode.Uri, vscode.Uri | undefined, vscode.Uri | undefined])[],
): Promise<void> {
  await vscode.commands.executeCommand('vscode.changes', plainText(title), diffs);
}

/** A command above an editor line. `icon` is the name of a codicon that we chose. */
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
    // An ordinary space after an icon is not drawn there.
    title: icon === undefined ? label : `$(${icon})\u00a0${label}`,
    tooltip: plainText(tooltip),
    command,
    arguments: [argument],
  });
}

/** An entry of the status bar; `show` sets its text, null hides it. */
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

/** `icon` is the name of a codicon that we chose. */
export interface PlainStatus {
  readonly name: string;
  readonly icon: string;
  readonly command: string;
}

/** Shows a text in the status bar for five seconds. */
export function showInStatusBar(text: string): void {
  void vscode.window.setStatusBarMessage(plainLabel(text), 5000);
}

/** A row of a tree. `icon` is the name of a codicon that we chose. */
export interface PlainRow {
  /** Unique in its tree and stable: the expanded and selected state depends on it. */
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  /** Read aloud in place of the label, if the icon says part of it. */
  readonly readAs?: string;
  /** Read aloud after the description: what the tooltip or another editor shows. */
  readonly readAlso?: string;
  readonly tooltip?: string;
  readonly icon?: string;
  /** The `viewItem` for menus in package.json. */
  readonly contextValue?: string;
  /** Absent: there are no rows below it. */
  readonly expands?: 'collapsed' | 'expanded';
  /** The command that a click runs; it receives the row. */
  readonly command?: string;
  /** A checkbox with this label. */
  readonly check?: { readonly isOn: boolean; readonly label: string };
}

/** A tree whose rows are made plain; menu and click commands receive the row as it was given. */
export function createTreeView<T extends PlainRow>(
  id: string,
  { onDidChange, children, parentOf, onCheck }: TreeSource<T>,
): vscode.TreeView<T> {
  const { Collapsed: collapsed, Expanded: expanded, None } = vscode.TreeItemCollapsibleState;
  const states = { collapsed, expanded } as const;
  const view = vscode.window.createTreeView<T>(id, {
    showCollapseAll: true,
    manageCheckboxStateManually: true,
    treeDataProvider: {
      onDidChangeTreeData: onDidChange,
      getChildren: async row => [...(await children(row))],
      ...(parentOf && { getParent: parentOf }),
      getTreeItem(row) {
        const item = new vscode.TreeItem(plainText(row.label), row.expands === undefined ? None : states[row.expands]);
        item.id = row.id;
        item.description = row.description === undefined ? '' : plainText(row.description);
        item.tooltip = plainText(row.tooltip ?? row.label);
        // Otherwise the tooltip would be read aloud instead of the row.
        item.accessibilityInformation = {
          label: plainText(readAloud(row.readAs ?? row.label, row.description, row.readAlso)),
        };
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
  /** Fires a row whose children have changed, or undefined if all may have. */
  readonly onDidChange: vscode.Event<T | undefined>;
  /** The rows below `row`, or the top ones without it. */
  readonly children: (row?: T) => Promise<readonly T[]>;
  /** The row above a listed one; undefined: it is at the top. Needed to move to a row. */
  readonly parentOf?: (row: T) => T | undefined;
  /** Called when the user checked or unchecked a row. */
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

/** From now on, values set for the property pass through `filter`. */
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
