import * as vscode from 'vscode';
import { isChatTab } from './chatColumns';

/**
 * The text editor that users mean: the active one or, while they type in a chat among the editors, the one beside it, with
 * something selected if any has.
 */
export function usedEditor(): vscode.TextEditor | undefined {
  const active = vscode.window.activeTextEditor;
  if (active || !isChatTab(vscode.window.tabGroups.activeTabGroup.activeTab)) return active;
  const files = vscode.window.visibleTextEditors.filter(({ document }) => document.uri.scheme === 'file');
  return files.find(({ selection }) => !selection.isEmpty) ?? files[0];
}
