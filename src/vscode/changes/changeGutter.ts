import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ReviewedChanges } from '../../agent/ports/changes';
import { resolved } from '../documents/documents';

/** The scheme of the text that a file under review would have with every change undone; used in `when` clauses. */
export const BASE_SCHEME = 'pollux-base';

/** The editor re-reads the whole base each time, and typing in a large file must not wait for that. */
const PAUSE_MS = 100;

export function baseUri(file: string): vscode.Uri {
  return vscode.Uri.file(file).with({ scheme: BASE_SCHEME });
}

/**
 * Marks the changes under review in each file's margin, using the editor's own marks with their preview and buttons.
 */
export class ChangeGutter implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #provider: vscode.Disposable;
  #control: vscode.SourceControl | undefined;
  #shown = '';
  readonly #stale = new Set<string>();
  #telling: NodeJS.Timeout | undefined;

  constructor(private readonly changes: ReviewedChanges) {
    this.#provider = vscode.workspace.registerTextDocumentContentProvider(BASE_SCHEME, {
      onDidChange: this.#changed.event,
      provideTextDocumentContent: ({ path }) => this.#baseOf(vscode.Uri.file(path).fsPath),
    });
  }

  /** Must be called when the changes under review have changed. */
  update(files: readonly string[]): void {
    for (const file of files) this.#stale.add(file);
    this.#telling ??= setTimeout(() => this.#tell(), PAUSE_MS);
    const shown = this.changes.files().join('\n');
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#control?.dispose();
    // The editor requests a file's base only once per provider, so a new provider is needed.
    this.#control = shown === '' ? undefined : this.#open();
  }

  #tell(): void {
    this.#telling = undefined;
    for (const file of this.#stale) this.#changed.fire(baseUri(file));
    this.#stale.clear();
  }

  dispose(): void {
    clearTimeout(this.#telling);
    this.#control?.dispose();
    this.#provider.dispose();
    this.#changed.dispose();
  }

  #baseOf(file: string): string {
    return this.changes.baseOf(file) ?? this.changes.stateOf(file)?.lines.join('') ?? '';
  }

  #open(): vscode.SourceControl {
    const control = vscode.scm.createSourceControl('pollux', l10n.t('Pollux’s changes'));
    control.inputBox.visible = false;
    control.quickDiffProvider = {
      provideOriginalResource: uri => {
        const file = uri.scheme === 'file' ? resolved(uri.fsPath) : undefined;
        return file !== undefined && this.changes.baseOf(file) !== undefined ? baseUri(file) : undefined;
      },
    };
    return control;
  }
}
