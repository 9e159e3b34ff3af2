import * as vscode from 'vscode';

/** The type of the tabs that show a chat. */
export const CHAT_EDITOR = 'pollux.chatEditor';

/** Where an editor can be opened so that it covers no chat: in the active group, or beside it, where that shows none. */
export function columnAwayFromChats(isBeside = false): vscode.ViewColumn {
  const { all, activeTabGroup } = vscode.window.tabGroups;
  const index = all.indexOf(activeTabGroup) + (isBeside ? 1 : 0);
  const target = all[index];
  if (!target || !showsChat(target)) return isBeside ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active;
  const free = all.find(group => !showsChat(group));
  return free?.viewColumn ?? all.length + 1;
}

function showsChat({ activeTab }: vscode.TabGroup): boolean {
  const input = activeTab?.input;
  // The editor puts something before the type.
  return input instanceof vscode.TabInputWebview && input.viewType.endsWith(CHAT_EDITOR);
}
