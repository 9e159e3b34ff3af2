import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { showWarningMessage } from './plainWindow';

/** Longer than it takes until a created file is noticed. */
const SAVED_MS = 30_000;

/** Warns of files that a program created, except those that were just saved in this window. */
export class CreatedFileWarnings implements vscode.Disposable {
  readonly #savedAt = new Map<string, number>();
  readonly #listener = vscode.workspace.onDidSaveTextDocument(({ uri }) => this.#savedAt.set(uri.fsPath, Date.now()));

  /** Resolves when the user has answered or closed the notification. */
  async tell(paths: readonly string[], textOf: (paths: readonly string[]) => string): Promise<void> {
    const since = Date.now() - SAVED_MS;
    const [first, ...others] = paths.filter(path => (this.#savedAt.get(path) ?? 0) < since);
    if (first === undefined) return;
    const show = l10n.t('Show in Explorer');
    if ((await showWarningMessage(textOf([first, ...others]), show)) !== show) return;
    await vscode.commands.executeCommand('revealInExplorer', vscode.Uri.file(first));
  }

  dispose(): void {
    this.#listener.dispose();
  }
}
