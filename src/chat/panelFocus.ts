import * as vscode from 'vscode';
import type { ChatEvent } from '../shared/protocol';
import { urisIn } from '../vscode/reviewTabs';

/** A tab that is closed is left no longer than this before. */
const CLOSING_MS = 500;

export interface PanelFocusOptions {
  /** Shows the panel with the focus in it. */
  readonly reveal: () => Promise<void>;
  readonly send: (events: readonly ChatEvent[]) => void;
}

/**
 * Gives the focus back to the panel after a list, a dialog or a diff that took it. Left to itself, the editor gives it to
 * the file that is open, and the next sentence is typed into that.
 */
export class PanelFocus implements vscode.Disposable {
  readonly #options: PanelFocusOptions;
  readonly #listeners: readonly vscode.Disposable[];
  #hasFocus = false;
  /** The panel had the focus, and as far as can be told nothing but questions of the editor since. */
  #isOurs = false;
  /** How often the panel has lost the focus. */
  #losses = 0;
  /** How often the user was seen to do something elsewhere. */
  #departures = 0;
  /** What tabs show that were opened from the panel. */
  readonly #opened = new Set<string>();
  #activeTab = activeTab();
  /** The tab that was looked at before, and when that ended. */
  #left: { readonly tab: vscode.Tab | undefined; readonly at: number } = { tab: undefined, at: 0 };

  constructor(options: PanelFocusOptions) {
    this.#options = options;
    const leave = () => this.left();
    this.#listeners = [
      vscode.window.onDidChangeActiveTextEditor(leave),
      vscode.window.onDidChangeActiveTerminal(leave),
      vscode.window.onDidChangeTextEditorSelection(({ kind }) => kind !== undefined && leave()),
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => this.#followTabs(closed)),
      vscode.window.tabGroups.onDidChangeTabGroups(() => this.#followTabs([])),
    ];
  }

  get isInPanel(): boolean {
    return this.#hasFocus;
  }

  /** The panel says that it got or lost the focus. */
  changed(hasFocus: boolean): void {
    // Where it has come back by itself, what takes it next is the user's own doing.
    if (this.#hasFocus && !hasFocus) this.#losses++;
    this.#hasFocus = hasFocus;
    if (hasFocus) this.#isOurs = true;
  }

  /** The user has gone on elsewhere, unless the focus is here. */
  left(): void {
    if (!this.#hasFocus) this.passOn();
  }

  /** The focus goes elsewhere for good, even if it is here. */
  passOn(): void {
    this.#isOurs = false;
    this.#departures++;
  }

  /**
   * Asks something that takes the focus. It comes back, unless the answer led on to another tab, it was elsewhere, or the
   * user has meanwhile gone on in an editor or a terminal.
   */
  async around<T>(question: () => Promise<T>): Promise<T> {
    const isOurs = this.#isOurs;
    const before = activeTab();
    const isStill = this.watch();
    const losses = this.#losses + (this.#hasFocus ? 1 : 0); // one is by the question
    try {
      return await question();
    } finally {
      const isHere = isOurs && this.#losses <= losses;
      if (isHere && isStill() && activeTab() === before) await this.giveBack();
    }
  }

  /** Begins something that takes its time; the answer says whether the user has not gone on elsewhere since. */
  watch(): () => boolean {
    const before = this.#departures;
    return () => this.#departures === before;
  }

  /** A tab with one of these documents is opened from the panel; when it is closed while looked at, the focus comes back. */
  leaveFor(uris: readonly vscode.Uri[]): void {
    for (const uri of uris) this.#opened.add(uri.toString());
  }

  async giveBack(): Promise<void> {
    // Where it never left, taking it once more would lose the keys that are typed meanwhile.
    if (!this.#hasFocus) await this.#options.reveal();
    this.#options.send([{ type: 'focus' }]);
  }

  dispose(): void {
    for (const listener of this.#listeners) listener.dispose();
  }

  #followTabs(closed: readonly vscode.Tab[]): void {
    const active = activeTab();
    if (active !== this.#activeTab) {
      this.#left = { tab: this.#activeTab, at: Date.now() };
      this.#activeTab = active;
    }
    // The tab that is looked at next is told before or after the one that is closed.
    const { tab, at } = this.#left;
    if (!tab || !closed.includes(tab) || Date.now() - at > CLOSING_MS) return;
    const isOpened = urisIn(tab).filter(uri => this.#opened.delete(uri.toString())).length > 0;
    if (isOpened) void this.giveBack();
  }
}

function activeTab(): vscode.Tab | undefined {
  return vscode.window.tabGroups.activeTabGroup.activeTab;
}
