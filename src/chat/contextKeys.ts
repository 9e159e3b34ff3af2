import * as vscode from 'vscode';

/** Keys for `when` clauses below `pollux.`; the editor is told only what changed. */
export class ContextKeys {
  readonly #told = new Map<string, boolean>();

  set(key: 'isRunning' | 'hasPendingEdits' | 'isReviewingFiles', value: boolean): void {
    if (this.#told.get(key) === value) return;
    this.#told.set(key, value);
    void vscode.commands.executeCommand('setContext', `pollux.${key}`, value);
  }
}
