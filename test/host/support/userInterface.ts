import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { PlayedInput, PlayedList } from './playedLists';
import { Played } from './played';
import { PlayedTree } from './playedTree';

/** A notification or a dialog that is open. */
export interface OpenMessage {
  readonly text: string;
  readonly detail: string;
  readonly isModal: boolean;
  readonly buttons: readonly string[];
  /** Without a button, it is closed. */
  readonly press: (button?: string) => void;
}

/** How long what is to appear may take. */
const LIMIT_MS = 18_000;

/**
 * Stands in for what VS Code shows of an extension beside its webviews: messages, lists, boxes, trees and commands, with
 * what a user reads in them and can do. In a window under test nobody could look at the real ones. The commands are not
 * registered with VS Code, so that this extension can be one besides the one under development.
 */
export class UserInterface {
  readonly #played = new Played();
  readonly #commands = new Map<string, (...args: never[]) => unknown>();
  readonly #changed = new Set<() => void>();
  readonly trees = new Map<string, PlayedTree>();
  /** All that is open. */
  messages: OpenMessage[] = [];
  /** What was run of the editor's own commands, and of commands of its own that show a view. */
  readonly ran: (readonly [command: string, ...args: unknown[]])[] = [];
  /** Addresses given to the browser; nothing is opened. */
  readonly opened: string[] = [];
  lists: PlayedList[] = [];
  inputs: PlayedInput[] = [];
  provider: vscode.WebviewViewProvider | undefined;
  uriHandler: vscode.UriHandler | undefined;

  install(isTrusted = true): void {
    const { window, commands, env } = vscode;
    const played = this.#played;
    const nothing = () => new vscode.Disposable(() => undefined);
    played.put(window, 'showInformationMessage', this.#show);
    played.put(window, 'showWarningMessage', this.#show);
    played.put(window, 'showErrorMessage', this.#show);
    played.put(window, 'createQuickPick', (() => this.#list()) as unknown as typeof window.createQuickPick);
    played.put(window, 'createInputBox', (() => this.#input()) as unknown as typeof window.createInputBox);
    played.put(window, 'showQuickPick', this.#pick as unknown as typeof window.showQuickPick);
    played.put(window, 'showInputBox', this.#ask);
    played.put(window, 'createTreeView', ((id: string, { treeDataProvider }: vscode.TreeViewOptions<unknown>) => {
      const tree = new PlayedTree(id, treeDataProvider, (command, ...args) => this.run(command, ...args));
      this.trees.set(id, tree);
      return tree;
    }) as unknown as typeof window.createTreeView);
    played.put(window, 'registerWebviewViewProvider', (_id, provider) => {
      this.provider = provider;
      return nothing();
    });
    if (!isTrusted) played.put(vscode.workspace, 'isTrusted', false);
    played.put(window, 'registerWebviewPanelSerializer', nothing);
    played.put(window, 'registerUriHandler', handler => {
      this.uriHandler = handler;
      return nothing();
    });
    played.put(vscode.authentication, 'registerAuthenticationProvider', nothing);
    // As if the user had agreed to what it offers.
    played.put(window, 'showSaveDialog', async (options = {}) => options.defaultUri);
    played.put(env, 'openExternal', async uri => {
      this.opened.push(uri.toString(true));
      this.tell();
      return true;
    });
    const execute = commands.executeCommand.bind(commands) as (id: string, ...args: unknown[]) => Thenable<unknown>;
    played.put(commands, 'registerCommand', (id, run) => {
      this.#commands.set(id, run as (...args: never[]) => unknown);
      return new vscode.Disposable(() => this.#commands.delete(id));
    });
    played.put(commands, 'executeCommand', (async (id: string, ...args: unknown[]) => {
      const own = this.#commands.get(id) as ((...args: unknown[]) => unknown) | undefined;
      if (own) return own(...args);
      this.ran.push([id, ...args]);
      this.tell();
      return id.startsWith('pollux.') ? undefined : execute(id, ...args);
    }) as typeof commands.executeCommand);
  }

  /** Closes what is open, as a user would with Escape. */
  dropOpen(): void {
    for (const message of this.messages) message.press();
    for (const box of [...this.lists, ...this.inputs]) box.hide();
  }

  restore(): void {
    this.#played.restore();
  }

  /** Must be called when something has changed that a test may wait for. */
  readonly tell = (): void => {
    for (const look of this.#changed) look();
  };

  /** Resolves with what `check` gives once it gives anything. */
  async until<T>(what: string, check: () => T | undefined | false | null | ''): Promise<T> {
    const first = check();
    if (first) return first;
    return new Promise<T>((resolve, reject) => {
      const end = () => {
        this.#changed.delete(look);
        clearTimeout(timer);
      };
      const look = () => {
        const found = check();
        if (!found) return;
        end();
        resolve(found);
      };
      const timer = setTimeout(() => {
        end();
        reject(new Error(`Not seen: ${what}. There is: ${this.#summary()}`));
      }, LIMIT_MS);
      this.#changed.add(look);
    });
  }

  /** A message, once it is open. */
  message(text: RegExp | string): Promise<OpenMessage> {
    return this.until(`the message ${text}`, () => this.messages.find(each => fits(each.text, text)));
  }

  /** The list that is open. */
  list(): Promise<PlayedList> {
    return this.until('a list', () => this.lists.at(-1));
  }

  /** The box that is open. */
  input(): Promise<PlayedInput> {
    return this.until('a box', () => this.inputs.at(-1));
  }

  tree(id: string): PlayedTree {
    const tree = this.trees.get(id);
    assert.ok(tree, `There is no view ${id}`);
    return tree;
  }

  run(command: string, ...args: readonly unknown[]): Thenable<unknown> {
    return vscode.commands.executeCommand(command, ...args);
  }

  /** Whether one of these extension's commands has that id. */
  has(command: string): boolean {
    return this.#commands.has(command);
  }

  #summary(): string {
    const lists = this.lists.map(list => [list.title ?? list.placeholder, ...list.rows]);
    return JSON.stringify({ messages: this.messages.map(({ text }) => text), lists, boxes: this.inputs.length });
  }

  readonly #show = (text: string, ...rest: readonly (vscode.MessageOptions | string)[]) =>
    new Promise<string | undefined>(resolve => {
      const { modal = false, detail = '' } = rest.find(each => typeof each === 'object') ?? {};
      const message: OpenMessage = {
        text,
        detail,
        isModal: modal,
        buttons: rest.filter(each => typeof each === 'string'),
        press: button => {
          assert.ok(
            button === undefined || message.buttons.includes(button),
            `No ${button} in ${message.buttons.join()}`,
          );
          this.messages = this.messages.filter(each => each !== message);
          resolve(button);
        },
      };
      this.messages.push(message);
      this.tell();
    });

  #list(): PlayedList {
    const list: PlayedList = new PlayedList(isShown => {
      this.lists = this.lists.filter(each => each !== list);
      if (isShown) this.lists.push(list);
      this.tell();
    }, this.tell);
    return list;
  }

  #input(): PlayedInput {
    const input: PlayedInput = new PlayedInput(isShown => {
      this.inputs = this.inputs.filter(each => each !== input);
      if (isShown) this.inputs.push(input);
      this.tell();
    }, this.tell);
    return input;
  }

  readonly #pick = async (
    items: readonly vscode.QuickPickItem[] | Thenable<readonly vscode.QuickPickItem[]>,
    options: vscode.QuickPickOptions = {},
  ) => {
    const list = this.#list();
    Object.assign(list, { title: options.title, placeholder: options.placeHolder });
    list.items = await items;
    const picked = new Promise<vscode.QuickPickItem | undefined>(resolve => {
      list.onDidAccept(() => {
        resolve(list.selectedItems[0]);
        list.hide();
      });
      list.onDidHide(() => resolve(undefined));
    });
    list.show();
    const item = await picked;
    return options.canPickMany && item ? [item] : item;
  };

  readonly #ask = async (options: vscode.InputBoxOptions = {}) => {
    const { title, prompt, placeHolder: placeholder, password = false, value = '' } = options;
    const input = this.#input();
    Object.assign(input, { title, prompt, placeholder, password, value });
    const answer = new Promise<string | undefined>(resolve => {
      input.onDidAccept(async () => {
        const problem = await options.validateInput?.(input.value);
        if (problem) {
          input.validationMessage = typeof problem === 'string' ? problem : problem.message;
          return;
        }
        resolve(input.value);
        input.hide();
      });
      input.onDidHide(() => resolve(undefined));
    });
    input.show();
    return answer;
  };
}

const fits = (text: string, wanted: RegExp | string) =>
  typeof wanted === 'string' ? text === wanted : wanted.test(text);
