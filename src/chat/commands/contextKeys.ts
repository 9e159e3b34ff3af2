import * as vscode from 'vscode';

type Key =
  | 'isRunning'
  | 'hasPendingEdits'
  | 'isReviewingFiles'
  | 'hasChanges'
  | 'hasLostChanges'
  | 'isScoped'
  | 'canTakeBack'
  | 'isInChangedFile'
  | 'hasKept'
  | 'hasReview';

/** Context keys below `pollux.` for `when` clauses; the editor is told only about changes. */
export class ContextKeys {
  readonly #told = new Map<string, boolean>();

  set(key: Key, value: boolean): void {
    if (this.#told.get(key) === value) return;
    this.#told.set(key, value);
    void vscode.commands.executeCommand('setContext', `pollux.${key}`, value);
  }
}

/** Keeps the menus' context keys in sync with what waits for review and what is shown of it. */
export function followReview(
  review: {
    pending(): readonly unknown[];
    isReviewingFiles(): boolean;
    readonly onDidChange: vscode.Event<void>;
  },
  keys: ContextKeys,
): vscode.Disposable {
  const show = () => {
    keys.set('hasPendingEdits', review.pending().length > 0);
    keys.set('isReviewingFiles', review.isReviewingFiles());
  };
  return vscode.Disposable.from(
    review.onDidChange(show),
    vscode.window.tabGroups.onDidChangeTabs(show),
    vscode.window.tabGroups.onDidChangeTabGroups(show),
  );
}
