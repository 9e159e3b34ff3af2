import * as vscode from 'vscode';
import type { CodeChange } from '../agent/ports/languageFeatures';
import type { Workspace } from '../agent/ports/workspace';
import { ToolError } from '../shared/errors';
import { comesToHold, uriOf } from './documents';
import { dominantEnding, withLf } from './lines';

type Reader = Pick<Workspace, 'resolve' | 'readText'>;

/**
 * What a change that an extension has worked out would make of each file; files that stay as they are are left out.
 * Throws `ToolError` for a change that is more than text, and for files outside of the workspace.
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
  // The edits are about the document, so it must be what the file holds.
  if (!(await comesToHold(document, before))) throw failure(`${path.display} is not in the editor as it is on disk.`);
  return { file: path.absolute, before, after: withEdits(before, document, edits) };
}

/**
 * Edits are about the document as it is, in any order; of several insertions at one place the first comes first. The
 * text has the document's lines, but endings of its own, which stay wherever no edit is.
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
 * Files that are created, renamed or deleted, and snippets, are in no public list of an edit; VS Code's own list of all
 * entries tells, where the text edits have the kind 2.
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
