import * as vscode from 'vscode';

/**
 * Runs work that changes and saves a document, and closes the tab that VS Code opens for it by itself, without the
 * focus, if that takes longer than 0.8 seconds, as on a busy machine. A tab that comes before others is the user's.
 */
export async function withoutTab<T>(document: vscode.TextDocument, work: () => Promise<T>): Promise<T> {
  const isOf = ({ input }: vscode.Tab) =>
    input instanceof vscode.TabInputText && input.uri.toString() === document.uri.toString();
  const tabs = () => vscode.window.tabGroups.all.flatMap(group => group.tabs).filter(isOf);
  if (tabs().length > 0) return work();
  const unasked = new Set<vscode.Tab>();
  const listening = vscode.window.tabGroups.onDidChangeTabs(({ opened, changed }) => {
    for (const tab of opened) if (isOf(tab) && !tab.isPreview && document.isDirty) unasked.add(tab);
    for (const tab of [...opened, ...changed]) if (tab.isActive && tab.group.tabs.length > 1) unasked.delete(tab);
  });
  try {
    return await work();
  } finally {
    listening.dispose();
    const left = tabs().filter(tab => unasked.has(tab) && !tab.isDirty);
    if (left.length > 0) await vscode.window.tabGroups.close(left, true);
  }
}
