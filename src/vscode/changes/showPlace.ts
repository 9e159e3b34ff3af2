import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ReviewedChanges } from '../../agent/ports/changes';
import { columnAwayFromChats } from '../chatColumns';
import { resolved, uriOf } from '../documents/documents';
import { showSideBySide, showText } from '../review/openAway';
import { BASE_SCHEME, baseUri } from './changeGutter';
import { fileShown } from './changeTargets';
import { placeInFile, showInCell } from './notebookHunks';

/** `line` is 0-based. */
interface Place {
  readonly file: string;
  readonly line: number;
}

/** Where the caret is: a file and a line of it, 0-based. */
export function placeShown(changes: ReviewedChanges): Place | undefined {
  const editor = vscode.window.activeTextEditor;
  const file = fileShown(editor);
  const inCell = editor && placeInFile(changes, editor.document, editor.selection.active.line);
  if (inCell) return inCell;
  if (editor && file !== undefined) return { file, line: editor.selection.active.line };
  // The tab may show a file that isn't text, or a notebook.
  const input: unknown = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const isFile = typeof input === 'object' && input !== null && 'uri' in input && input.uri instanceof vscode.Uri;
  return isFile && input.uri instanceof vscode.Uri ? { file: resolved(input.uri.fsPath), line: 0 } : undefined;
}

/** Shows a change at the user's request, so its editor gets the focus. A deleted file is shown as it was. */
export async function showPlace(changes: ReviewedChanges, place: Place): Promise<void> {
  const { file, line } = place;
  if (!existsSync(file)) {
    await showText(baseUri(file), { selection: new vscode.Range(0, 0, 0, 0) });
    return;
  }
  const shown = vscode.window.visibleTextEditors.find(editor => fileShown(editor) === file);
  const options = {
    selection: new vscode.Range(line, 0, line, 0),
    viewColumn: shown?.viewColumn ?? columnAwayFromChats(),
  };
  if (await showInCell(changes, place, options.viewColumn)) return;
  const uri = uriOf(file);
  try {
    await vscode.window.showTextDocument(uri, options);
  } catch {
    // It isn't text; the editor chooses how to show it.
    await vscode.commands.executeCommand('vscode.open', uri, options);
  }
}

/** Compares a file with an earlier text of it; a deleted file is shown as it was. */
export async function compareWith(file: string, before: vscode.Uri): Promise<void> {
  const title =
    before.scheme === BASE_SCHEME
      ? l10n.t('{0}: Pollux’s changes', basename(file))
      : l10n.t('{0}: then and now', basename(file));
  if (existsSync(file)) await showSideBySide(before, uriOf(file), title);
  else await showText(before);
}
