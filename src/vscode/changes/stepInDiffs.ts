import * as vscode from 'vscode';
import { REVIEW_SCHEMES } from '../review/changeDocuments';
import { isShowingSeveral, urisIn } from '../review/reviewTabs';
import { runCommand } from '../runCommand';

/**
 * Goes to the next or previous difference if the active tab shows a proposed edit, or the changes of several files by
 * Pollux. False: it shows something else.
 */
export async function stepInDiffs(by: 1 | -1): Promise<boolean> {
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  const schemes = tab ? urisIn(tab).map(({ scheme }) => scheme) : [];
  const isSeveral = isShowingSeveral() && schemes.some(scheme => scheme.startsWith('pollux-'));
  if (!isSeveral && !schemes.includes(REVIEW_SCHEMES.change)) return false;
  const editor = isSeveral ? 'multiDiffEditor.goTo' : 'workbench.action.compareEditor.';
  const [next, previous] = isSeveral ? ['NextChange', 'PreviousChange'] : ['nextChange', 'previousChange'];
  await runCommand(editor + (by > 0 ? next : previous));
  return true;
}
