import * as vscode from 'vscode';
import type { CodeChange } from '../../agent/ports/languageFeatures';
import type { Workspace } from '../../agent/ports/workspace';
import { ToolError } from '../../shared/errors';
import { comesToHold, uriOf } from '../documents/documents';
import { dominantEnding, withLf } from '../review/lines';

type Reader = Pick<Workspace, 'resolve' | 'readText'>;

/**
 * The result of an extension's change for each file; unchanged files are left out. Throws `ToolError` for a change
 * that does more than edit text, and for files outside the workspace.
 */
export async function changesOf(edit: vscode.WorkspaceEdit, workspace: Reader): Promise<CodeChange[]> {
  refuseMoreThanText(edit);
  const changes = await Promise.all(edit.entries().map(([uri, edits]) => changeOf(uri, edits, workspace)));
  return changes.filter(({ before, after }) => before !== after);
}

async function changeOf(uri: vscode.Uri, edits: readonly vscode.TextEdit[], workspace: Reader): Promise<CodeChange> {
  if (uri.scheme !== 'file') throw failure(`The change concerns ${uri.toString(true)}, which is no file.`);
  const path = await workspace.resolve(uri.fsPath);
  const { text: before } = await workspace.readText(path);
  const document = await vscode.workspace.openTextDocument(uriOf(path.absolute));
  // The edits refer to the document, so it must match the file.
  if (!(await comesToHold(document, before))) throw failure(`${path.display} is not in the editor as it is on disk.`);
  return { file: path.absolute, before, after: withEdits(before, document, edits) };
}

/**
 * Applies edits, whose positions refer to the document, in any order; insertions at one place keep their order.
 * `text` has the document's lines with its own line endings, which stay the same outside the edits.
 */
function withEdits(text: string, document: vscode.TextDocument, edits: readonly vscode.TextEdit[]): string {
  const starts = [0, ...[...text.matchAll(/\r\n?|\n/g)].map(({ 0: ending, index }) => index + ending.length)];
  const offsetOf = (position: vscode.Position) => {
    const { line, character } = document.validatePosition(position);
    return (starts[line] ?? text.length) + character;
  };
  const places = edits
    .map(({ range, newText }) => ({ start: offsetOf(range.start), end: offsetOf(range.end), newText }))
    .sort((a, b) => a.start - b.start || a.end - b.end);
  const ending = dominantEnding(text);
  let result = '';
  let at = 0;
  for (const { start, end, newText } of places) {
    if (start < at) throw failure('Parts of the change overlap.');
    result += text.slice(at, start) + withLf(newText).replaceAll('\n', ending);
    at = end;
  }
  return result + text.slice(at);
}

/**
 * Created, renamed or deleted files and snippets are in no public list of an edit. VS Code's internal list of all
 * entries has them; its text edits have the type 2.
 */
function refuseMoreThanText(edit: vscode.WorkspaceEdit): void {
  const list = (edit as { readonly _allEntries?: () => readonly { readonly _type?: unknown }[] })._allEntries;
  const others = list?.call(edit).filter(({ _type }) => _type !== 2) ?? [];
  if (others.length === 0) return;
  throw failure('The change is more than text: it creates, renames or deletes files, or asks the person for text.');
}

function failure(message: string): ToolError {
  return new ToolError('language_feature_failed', `${message} Nothing was changed.`);
}
