import * as vscode from 'vscode';
import { isChatTab } from '../chatColumns';

/**
 * The text editor that the user means: the active one or, while a chat tab is active, a visible one, preferably with
 * a selection.
 */
export function usedEditor(): vscode.TextEditor | undefined {
  const active = vscode.window.activeTextEditor;
  if (active || !isChatTab(vscode.window.tabGroups.activeTabGroup.activeTab)) return active;
  const files = vscode.window.visibleTextEditors.filter(({ document }) => document.uri.scheme === 'file');
  return files.find(({ selection }) => !selection.isEmpty) ?? files[0];
}
