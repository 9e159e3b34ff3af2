import * as vscode from 'vscode';
import type { ChatEvent } from '../../shared/protocol';
import { urisIn } from '../../vscode/review/reviewTabs';

/** A tab that closes within this time after it was left, in milliseconds, was closed while active. */
const CLOSING_MS = 500;

export interface PanelFocusOptions {
  /** Shows the panel with the focus in it. */
  readonly reveal: () => Promise<void>;
  readonly send: (events: readonly ChatEvent[]) => void;
}

/**
 * Returns the focus to the panel after a list, a dialog or a diff has taken it. Otherwise the editor would focus the
 * open file, and the next text would be typed into that.
 */
export class PanelFocus implements vscode.Disposable {
  readonly #options: PanelFocusOptions;
  readonly #listeners: readonly vscode.Disposable[];
  #hasFocus = false;
  /** Whether the panel had the focus and, as far as is known, only the editor's own dialogs have taken it since. */
  #isOurs = false;
  /** How often the panel has lost the focus. */
  #losses = 0;
  /** How often the user was seen to act elsewhere. */
  #departures = 0;
  /** The open questions, the latest last. */
  readonly #questions: object[] = [];
  /** The documents in tabs that were opened from the panel. */
  readonly #opened = new Set<string>();
  #activeTab = activeTab();
  /** The previously active tab, and when it stopped being active. */
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

  /** Must be called when the panel got or lost the focus. */
  changed(hasFocus: boolean): void {
    // Counted, because a loss after the focus came back by itself is the user's own action.
    if (this.#hasFocus && !hasFocus) this.#losses++;
    this.#hasFocus = hasFocus;
    if (hasFocus) this.#isOurs = true;
  }

  /** The user has continued elsewhere, unless the panel has the focus. */
  left(): void {
    if (!this.#hasFocus) this.passOn();
  }

  /** The focus moves elsewhere for good, even if the panel has it now. */
  passOn(): void {
    this.#isOurs = false;
    this.#departures++;
  }

  /**
   * Runs something that takes the focus, and gives the focus back afterwards, unless the panel didn't have it, the
   * answer led to another tab, or the user has meanwhile continued in an editor or a terminal. Nor
   * while a later question is open, whose list that would close.
   */
  async around<T>(question: () => Promise<T>): Promise<T> {
    const isOurs = this.#isOurs;
    const before = activeTab();
    const isStill = this.watch();
    const losses = this.#losses + (this.#hasFocus ? 1 : 0); // one loss is due to the question itself
    const asked = {};
    this.#questions.push(asked);
    try {
      return await question();
    } finally {
      const isLatest = this.#questions.at(-1) === asked;
      this.#questions.splice(this.#questions.indexOf(asked), 1);
      const isHere = isLatest && isOurs && this.#losses <= losses;
      if (isHere && isStill() && activeTab() === before) await this.giveBack();
    }
  }

  /** Returns a function that tells whether the user has stayed here since this call. */
  watch(): () => boolean {
    const before = this.#departures;
    return () => this.#departures === before;
  }

  /**
   * Must be called when a tab with these documents is opened from the panel; if the user closes it while it is
   * active, the focus returns.
   */
  leaveFor(uris: readonly vscode.Uri[]): void {
    for (const uri of uris) this.#opened.add(uri.toString());
  }

  /** Must be called when the user goes on from such a tab to another. */
  moveOn(uris: readonly vscode.Uri[]): void {
    for (const uri of uris) this.#opened.delete(uri.toString());
  }

  async giveBack(): Promise<void> {
    // If the panel still has the focus, revealing it again would lose keys typed meanwhile.
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
    // The event about the next active tab comes before or after the one about the closed tab.
    const { tab, at } = this.#left;
    if (!tab || !closed.includes(tab) || Date.now() - at > CLOSING_MS) return;
    const isOpened = urisIn(tab).filter(uri => this.#opened.delete(uri.toString())).length > 0;
    if (isOpened) void this.giveBack();
  }
}

function activeTab(): vscode.Tab | undefined {
  return vscode.window.tabGroups.activeTabGroup.activeTab;
}
