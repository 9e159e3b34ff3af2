// Opens editors at the user's request, where they cover no chat.
import * as vscode from 'vscode';
import { columnAwayFromChats, leaveChats } from '../chatColumns';
import { openDiff, openDiffs } from '../plainWindow';

/** The file, its text before (undefined: it didn't exist) and its text now. */
export type SeveralDiffs = readonly (readonly [vscode.Uri, vscode.Uri | undefined, vscode.Uri | undefined])[];

export async function showText(uri: vscode.Uri, options: vscode.TextDocumentShowOptions = {}): Promise<void> {
  await vscode.window.showTextDocument(uri, { viewColumn: columnAwayFromChats(), ...options });
}

export async function showSideBySide(before: vscode.Uri, after: vscode.Uri, title: string): Promise<void> {
  await openDiff(before, after, title, { viewColumn: columnAwayFromChats() });
}

/** Shows all diffs in one editor. */
export async function showSeveral(title: string, diffs: SeveralDiffs): Promise<void> {
  await leaveChats();
  await openDiffs(title, diffs);
}
