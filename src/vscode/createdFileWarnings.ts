import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { showWarningMessage } from './plainWindow';

/** Warns of files that a program created, except those that were saved in this window. */
export class CreatedFileWarnings implements vscode.Disposable {
  readonly #saved = new Set<string>();
  readonly #listener = vscode.workspace.onDidSaveTextDocument(({ uri }) => this.#saved.add(uri.fsPath));

  /** Resolves when the user has answered or closed the notification. */
  async tell(paths: readonly string[], textOf: (paths: readonly string[]) => string): Promise<void> {
    const [first, ...others] = paths.filter(path => !this.#saved.has(path));
    if (first === undefined) return;
    const show = l10n.t('Show in Explorer');
    if ((await showWarningMessage(textOf([first, ...others]), show)) !== show) return;
    await vscode.commands.executeCommand('revealInExplorer', vscode.Uri.file(first));
  }

  dispose(): void {
    this.#listener.dispose();
  }
}
