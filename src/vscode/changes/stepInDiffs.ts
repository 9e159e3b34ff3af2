import * as vscode from 'vscode';
import { isShowingSeveral, urisIn } from '../review/reviewTabs';
import { runCommand } from '../runCommand';

/**
 * Goes to the next or previous difference if the active tab shows the changes of several files by Pollux. False: it
 * shows something else.
 */
export async function stepInDiffs(by: 1 | -1): Promise<boolean> {
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  const isOurs = tab && isShowingSeveral() && urisIn(tab).some(({ scheme }) => scheme.startsWith('pollux-'));
  if (isOurs) await runCommand(by > 0 ? 'multiDiffEditor.goToNextChange' : 'multiDiffEditor.goToPreviousChange');
  return isOurs === true;
}
