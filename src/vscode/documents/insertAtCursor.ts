import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { showInformationMessage } from '../plainWindow';
import { usedEditor } from './usedEditor';

/**
 * Replaces what is selected in the editor that the user used last, or inserts where the cursor is, indented as the line
 * there; one undo takes it back. Then moves the focus there. Tells the user if there is no such editor.
 */
export async function insertAtCursor(text: string): Promise<void> {
  const editor = usedEditor();
  const code = new vscode.SnippetString().appendText(text);
  if (!editor || !(await editor.insertSnippet(code))) {
    void showInformationMessage(
      editor
        ? l10n.t('This file can’t be edited.')
        : l10n.t('Open a file and place the cursor where the code belongs.'),
    );
    return;
  }
  // A diff or a notebook would be left by showing the document.
  if (editor === vscode.window.activeTextEditor) {
    await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
  } else {
    await vscode.window.showTextDocument(editor.document, {
      viewColumn: editor.viewColumn ?? vscode.ViewColumn.Active,
    });
  }
}
