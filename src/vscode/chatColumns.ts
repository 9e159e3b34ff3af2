import * as vscode from 'vscode';

/** The view type of tabs that show a chat. */
export const CHAT_EDITOR = 'pollux.chatEditor';

const FOCUS_GROUP = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh', 'Eighth'];

/**
 * The column for an editor so that it covers no chat: the active group or the one beside it, unless that shows a
 * chat.
 */
export function columnAwayFromChats(isBeside = false): vscode.ViewColumn {
  const { One, Two, Three, Four, Five, Six, Seven, Eight, Nine } = vscode.ViewColumn;
  const columns = [One, Two, Three, Four, Five, Six, Seven, Eight, Nine];
  const { all, activeTabGroup } = vscode.window.tabGroups;
  const index = all.indexOf(activeTabGroup) + (isBeside ? 1 : 0);
  const target = all[index];
  if (!target || !showsChat(target)) return isBeside ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active;
  const free = all.find(group => !showsChat(group));
  return free?.viewColumn ?? columns[all.length] ?? vscode.ViewColumn.Beside;
}

/** For editors that can open only in the active group: activates a group that shows no chat. */
export async function leaveChats(): Promise<void> {
  const { all, activeTabGroup } = vscode.window.tabGroups;
  if (!showsChat(activeTabGroup)) return;
  const free = all.findIndex(group => !showsChat(group));
  const name = FOCUS_GROUP[free];
  await vscode.commands.executeCommand(
    name ? `workbench.action.focus${name}EditorGroup` : 'workbench.action.newGroupRight',
  );
}

function showsChat({ activeTab }: vscode.TabGroup): boolean {
  return isChatTab(activeTab);
}

export function isChatTab(tab: vscode.Tab | undefined): boolean {
  const input = tab?.input;
  // The editor adds a prefix to the type.
  return input instanceof vscode.TabInputWebview && input.viewType.endsWith(CHAT_EDITOR);
}
