import * as vscode from 'vscode';
import type { ReviewedChanges } from '../../agent/ports/changes';
import { CELL_SCHEME, hunksInCell } from './notebookHunks';

/** Marks the lines of changes under review in the cells of notebooks, whose editors have no marks in the margin. */
export class NotebookMarks implements vscode.Disposable {
  readonly #type = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor('diffEditor.insertedLineBackground'),
    // High contrast has no such background. On the left, it would cover the first character.
    borderStyle: 'solid',
    borderWidth: '0 3px 0 0',
    borderColor: new vscode.ThemeColor('editorGutter.modifiedBackground'),
  });
  readonly #following = vscode.window.onDidChangeVisibleTextEditors(() => this.update());

  constructor(private readonly changes: ReviewedChanges) {}

  /** Must be called when the changes under review have changed. */
  update(): void {
    for (const editor of vscode.window.visibleTextEditors) {
      if (editor.document.uri.scheme !== CELL_SCHEME) continue;
      const marked = hunksInCell(this.changes, editor.document);
      editor.setDecorations(
        this.#type,
        marked.map(({ first, last }) => new vscode.Range(first, 0, last, 0)),
      );
    }
  }

  dispose(): void {
    this.#following.dispose();
    this.#type.dispose();
  }
}
