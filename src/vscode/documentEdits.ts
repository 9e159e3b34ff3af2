import * as vscode from 'vscode';
import { dominantEnding, lineHunks, type LineHunk } from './lines';

/** The edits that make a document hold `text`, as small as they can be, so that cursors, folds and decorations stay. */
export function editsTo(document: vscode.TextDocument, text: string): vscode.TextEdit[] {
  const edits = lineHunks(document.getText(), text).map(hunk => editOf(document, hunk));
  const ending = dominantEnding(text) === '\r\n' ? vscode.EndOfLine.CRLF : vscode.EndOfLine.LF;
  if (ending !== document.eol && text.includes('\n')) edits.push(vscode.TextEdit.setEndOfLine(ending));
  return edits;
}

function editOf(document: vscode.TextDocument, { start, end, lines }: LineHunk): vscode.TextEdit {
  if (end < document.lineCount) {
    return vscode.TextEdit.replace(new vscode.Range(start, 0, end, 0), lines.map(line => `${line}\n`).join(''));
  }
  const endOfText = document.lineAt(document.lineCount - 1).range.end;
  if (start === 0)
    return vscode.TextEdit.replace(new vscode.Range(document.positionAt(0), endOfText), lines.join('\n'));
  // The last line has no ending, so the one before it is what comes or goes.
  const from = document.lineAt(start - 1).range.end;
  return vscode.TextEdit.replace(new vscode.Range(from, endOfText), lines.map(line => `\n${line}`).join(''));
}
