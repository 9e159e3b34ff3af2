import assert from 'node:assert/strict';
import * as vscode from 'vscode';

/** What lists and boxes have in common. `onShow` hears whether it is open. */
class PlayedBox {
  step: number | undefined;
  totalSteps: number | undefined;
  enabled = true;
  busy = false;
  ignoreFocusOut = false;
  buttons: readonly vscode.QuickInputButton[] = [];
  readonly accepted = new vscode.EventEmitter<void>();
  readonly hidden = new vscode.EventEmitter<{ reason: number }>();
  readonly pressed = new vscode.EventEmitter<vscode.QuickInputButton>();
  readonly typed = new vscode.EventEmitter<string>();
  readonly onDidAccept = this.accepted.event;
  readonly onDidHide = this.hidden.event;
  readonly onDidTriggerButton = this.pressed.event;
  readonly onDidChangeValue = this.typed.event;
  value = '';
  #title: string | undefined;
  #placeholder: string | undefined;
  #isShown = false;

  constructor(
    private readonly onShow: (isShown: boolean) => void,
    protected readonly tell: () => void,
  ) {}

  // Accessors, as those of VS Code are: what is set may be filtered on its way.
  get title(): string | undefined {
    return this.#title;
  }
  set title(title: string | undefined) {
    this.#title = title;
  }

  get placeholder(): string | undefined {
    return this.#placeholder;
  }
  set placeholder(placeholder: string | undefined) {
    this.#placeholder = placeholder;
  }

  show(): void {
    this.#isShown = true;
    this.onShow(true);
  }

  hide(): void {
    if (!this.#isShown) return;
    this.#isShown = false;
    this.onShow(false);
    this.hidden.fire({ reason: 1 });
  }

  dispose(): void {
    this.hide();
  }

  /** Types all of `text` in place of what is there. */
  type(text: string): void {
    this.value = text;
    this.typed.fire(text);
  }
}

/** A list of VS Code as its extension and its user know it. */
export class PlayedList extends PlayedBox {
  canSelectMany = false;
  matchOnDescription = false;
  matchOnDetail = false;
  keepScrollPosition = false;
  activeItems: readonly vscode.QuickPickItem[] = [];
  selectedItems: readonly vscode.QuickPickItem[] = [];
  readonly #button = new vscode.EventEmitter<vscode.QuickPickItemButtonEvent<vscode.QuickPickItem>>();
  readonly #active = new vscode.EventEmitter<readonly vscode.QuickPickItem[]>();
  readonly onDidTriggerItemButton = this.#button.event;
  readonly onDidChangeActive = this.#active.event;
  readonly onDidChangeSelection = this.#active.event;
  #items: readonly vscode.QuickPickItem[] = [];

  get items(): readonly vscode.QuickPickItem[] {
    return this.#items;
  }
  set items(items: readonly vscode.QuickPickItem[]) {
    this.#items = items;
    this.activeItems = items.slice(0, 1);
    this.tell();
  }

  /** What each row says, as it is read aloud. */
  get rows(): string[] {
    return this.#items.map(rowOf);
  }

  /** Picks the first row that reads so. */
  pick(row: RegExp | string): void {
    this.selectedItems = [this.#find(row)];
    this.accepted.fire();
  }

  /** Presses a button of a row, by its tooltip. */
  press(row: RegExp | string, button: string): void {
    const item = this.#find(row);
    const found = item.buttons?.find(({ tooltip }) => tooltip === button);
    assert.ok(found, `No button ${button} at ${rowOf(item)}`);
    this.#button.fire({ item, button: found });
  }

  #find(row: RegExp | string): vscode.QuickPickItem {
    const item = this.#items.find(each => (typeof row === 'string' ? each.label === row : row.test(rowOf(each))));
    assert.ok(item, `No row ${row} in ${JSON.stringify(this.rows)}`);
    return item;
  }
}

const rowOf = ({ label, description, detail }: vscode.QuickPickItem) =>
  [label.replace(/^\$\([\w-]+\) /, ''), description, detail].filter(Boolean).join(', ');

/** A box of VS Code for one line. */
export class PlayedInput extends PlayedBox {
  password = false;
  #prompt: string | undefined;
  #problem: string | vscode.InputBoxValidationMessage | undefined;

  get prompt(): string | undefined {
    return this.#prompt;
  }
  set prompt(prompt: string | undefined) {
    this.#prompt = prompt;
  }

  get validationMessage(): string | vscode.InputBoxValidationMessage | undefined {
    return this.#problem;
  }
  set validationMessage(problem: string | vscode.InputBoxValidationMessage | undefined) {
    this.#problem = problem;
    this.tell();
  }

  /** Types it, and presses Enter. */
  enter(text: string): void {
    this.type(text);
    this.accepted.fire();
  }
}
