import * as vscode from 'vscode';

/** A page of read-only text that never needs saving. */
export class TextPage implements vscode.Disposable, vscode.TextDocumentContentProvider {
  #text = '';
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #registration: vscode.Disposable;
  readonly #uri: vscode.Uri;

  /** `title`: the title of the page's tab. */
  constructor(scheme: string, title: string) {
    this.#uri = vscode.Uri.from({ scheme, path: `/${title}` });
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  }

  provideTextDocumentContent(): string {
    return this.#text;
  }

  async show(text: string): Promise<void> {
    this.#text = text;
    this.#changed.fire(this.#uri);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(this.#uri), { preview: true });
  }

  dispose(): void {
    this.#registration.dispose();
    this.#changed.dispose();
  }
}
