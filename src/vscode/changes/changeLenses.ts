import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Hunk, ReviewedChanges } from '../../agent/ports/changes';
import { resolved } from '../documents/documents';
import { createCodeLens } from '../plainWindow';
import { BASE_SCHEME } from './changeGutter';
import { reasonOf, sizeOf, sourcesOf } from './changeText';
import { CELL_SCHEME, hunksInCell } from './notebookHunks';

/** How many characters of a reason are shown above a change; the rest is in the tooltip. */
const MAX_REASON = 80;

/** How long after a change the editor may still plan to update its lenses. */
const SETTLING_MS = 2000;

/** Keep and Undo above each change in the file or the cell of a notebook, or in the base text of a deleted file. */
export class ChangeLenses implements vscode.CodeLensProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.#changed.event;
  readonly #registration: vscode.Disposable;
  #updatedAt = 0;

  constructor(private readonly changes: ReviewedChanges) {
    const shown = ['file', BASE_SCHEME, CELL_SCHEME].map(scheme => ({ scheme }));
    this.#registration = vscode.Disposable.from(
      vscode.languages.registerCodeLensProvider(shown, this),
      // The editor drops a planned update of what loses the focus, as a cell does when a decision goes on to the next.
      vscode.window.onDidChangeActiveTextEditor(() => {
        if (Date.now() - this.#updatedAt < SETTLING_MS) this.#changed.fire();
      }),
    );
  }

  update(): void {
    this.#updatedAt = Date.now();
    this.#changed.fire();
  }

  dispose(): void {
    this.#registration.dispose();
    this.#changed.dispose();
  }

  provideCodeLenses(document: vscode.TextDocument): ReturnType<typeof createCodeLens>[] {
    if (document.uri.scheme === CELL_SCHEME) {
      return hunksInCell(this.changes, document).flatMap(({ hunk, first }) => this.#lensesOf(hunk, first));
    }
    const { hunks = [], isThere = true } = this.changes.stateOf(resolved(document.uri.fsPath)) ?? {};
    // The base text has lenses only if the file was deleted.
    if (document.uri.scheme === BASE_SCHEME && isThere) return [];
    return hunks.flatMap(hunk => this.#lensesOf(hunk, Math.min(hunk.start, document.lineCount - 1)));
  }

  #lensesOf(hunk: Hunk, line: number): ReturnType<typeof createCodeLens>[] {
    const argument = { ids: [hunk.id] };
    const reason = reasonOf(hunk);
    const about = reason.length > MAX_REASON ? `${reason.slice(0, MAX_REASON)}…` : reason;
    const sources = sourcesOf(hunk);
    const undoing = hunk.isEdited ? l10n.t('Also undoes your own edits in it.') : sources;
    return [
      { icon: 'check', title: l10n.t('Keep'), tooltip: sources, command: 'pollux.keepChange' },
      { icon: 'discard', title: this.#undoLabel(hunk), tooltip: undoing, command: 'pollux.undoChange' },
      { title: `${sizeOf(hunk)} ${about}`.trim() || sources, tooltip: sources, command: 'pollux.openFileChanges' },
    ].map(lens => createCodeLens({ ...lens, line, argument }));
  }

  #undoLabel({ id, isEdited }: Hunk): string {
    if (this.changes.isWaiting(id)) return l10n.t('Undo after this step…');
    return isEdited ? l10n.t('Undo with your edits') : l10n.t('Undo');
  }
}
