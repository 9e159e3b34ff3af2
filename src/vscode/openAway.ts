// How editors are opened because the user asked for them: where they cover no chat.
import * as vscode from 'vscode';
import { columnAwayFromChats, leaveChats } from './chatColumns';

/** What it is, how it was (undefined: not there) and how it is now. */
export type SeveralDiffs = readonly (readonly [vscode.Uri, vscode.Uri | undefined, vscode.Uri | undefined])[];

export async function showText(uri: vscode.Uri, options: vscode.TextDocumentShowOptions = {}): Promise<void> {
  await vscode.window.showTextDocument(uri, { viewColumn: columnAwayFromChats(), ...options });
}

export async function showSideBySide(before: vscode.Uri, after: vscode.Uri, title: string): Promise<void> {
  await vscode.commands.executeCommand('vscode.diff', before, after, title, { viewColumn: columnAwayFromChats() });
}

/** In one editor. */
export async function showSeveral(title: string, diffs: SeveralDiffs): Promise<void> {
  await leaveChats();
  await vscode.commands.executeCommand('vscode.changes', title, diffs);
}
