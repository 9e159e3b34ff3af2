import * as vscode from 'vscode';
import { BaselineChanged, ToolError } from '../../shared/errors';
import { comesToHold } from './documents';
import { dominantEnding, lineHunks, type LineHunk } from '../review/lines';

// The editor refuses to edit a document that it has just re-read, even if the text is the same.
const MAX_ATTEMPTS = 3;

/**
 * Replaces a document's text by `after`, as one undo step. Throws `BaselineChanged` if the text isn't `before` (null:
 * any text). Throws `ToolError` if the editor refuses.
 */
export async function replaceText(document: vscode.TextDocument, before: string | null, after: string): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    if (before !== null && !(await comesToHold(document, before))) throw new BaselineChanged(document.getText());
    const edits = editsTo(document, after);
    if (edits.length === 0) return;
    const edit = new vscode.WorkspaceEdit();
    edit.set(document.uri, edits);
    if (await vscode.workspace.applyEdit(edit)) return;
  }
  throw new ToolError('file_write_failure', `The editor refused to change ${document.uri.fsPath}.`);
}

/** The smallest possible edits, so that cursors, folds and decorations stay. */
function editsTo(document: vscode.TextDocument, text: string): vscode.TextEdit[] {
  const edits = lineHunks(document.getText(), text).map(hunk => editOf(document, hunk));
  const ending = dominantEnding(text) === '\r\n' ? vscode.EndOfLine.CRLF : vscode.EndOfLine.LF;
  if (ending !== document.eol && text.includes('\n')) edits.push(vscode.TextEdit.setEndOfLine(ending));
  return edits;
}

/** Replaces whole lines of a document, using the document's line endings. */
export function editOf(document: vscode.TextDocument, { start, end, lines }: LineHunk): vscode.TextEdit {
  if (end < document.lineCount) {
    return vscode.TextEdit.replace(new vscode.Range(start, 0, end, 0), lines.map(line => `${line}\n`).join(''));
  }
  const endOfText = document.lineAt(document.lineCount - 1).range.end;
  if (start === 0)
    return vscode.TextEdit.replace(new vscode.Range(document.positionAt(0), endOfText), lines.join('\n'));
  // The last line has no ending, so the ending before it is added or removed.
  const from = document.lineAt(start - 1).range.end;
  return vscode.TextEdit.replace(new vscode.Range(from, endOfText), lines.map(line => `\n${line}`).join(''));
}
