import * as vscode from 'vscode';

/** The document of an address, if it is open. */
export function shownDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(document => document.uri.toString() === uri.toString());
}

/** Saves the documents, which are in memory, so that the user isn't asked about them, and closes the tabs. */
export async function closeTabs(tabs: readonly vscode.Tab[], uris: readonly vscode.Uri[]): Promise<void> {
  if (tabs.length === 0) return;
  for (const uri of uris) {
    const document = shownDocument(uri);
    if (document?.isDirty) await document.save();
  }
  await vscode.window.tabGroups.close(tabs, true);
}

/** Closes all tabs that show a side of one of these diffs. */
export function closeTabsOf(all: readonly Sides[]): Promise<void> {
  return closeTabs(
    [...new Set(all.flatMap(tabsOf))],
    all.map(({ after }) => after),
  );
}

/** The same, but tabs with unsaved changes stay open, so that the user isn't asked. */
export async function closeCleanTabsOf(all: readonly Sides[]): Promise<void> {
  const tabs = all.flatMap(tabsOf).filter(tab => !tab.isDirty);
  if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true);
}

/** The addresses of the texts that a tab shows. */
export function urisIn({ input }: vscode.Tab): vscode.Uri[] {
  if (input instanceof vscode.TabInputTextDiff) return [input.modified, input.original];
  if (isSeveralDiffs(input)) return input.textDiffs.flatMap(({ modified, original }) => [modified, original]);
  return input instanceof vscode.TabInputText ? [input.uri] : [];
}

/** Whether the active tab shows the diffs of several files. */
export function isShowingSeveral(): boolean {
  return isSeveralDiffs(vscode.window.tabGroups.activeTabGroup.activeTab?.input);
}

/** A tab with the diffs of several files; VS Code's class for it is not public yet. */
function isSeveralDiffs(input: unknown): input is { readonly textDiffs: readonly vscode.TabInputTextDiff[] } {
  return typeof input === 'object' && input !== null && 'textDiffs' in input && Array.isArray(input.textDiffs);
}

/** Both sides of a diff. */
interface Sides {
  readonly before: vscode.Uri;
  readonly after: vscode.Uri;
}

/** The column in which a diff is open. */
export function columnOf(sides: Sides | undefined): vscode.ViewColumn | undefined {
  return (sides ? tabsOf(sides) : []).find(({ input }) => input instanceof vscode.TabInputTextDiff)?.group.viewColumn;
}

/** All tabs that show a side of the diff. */
function tabsOf(sides: Sides): vscode.Tab[] {
  const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs);
  return tabs.filter(tab => isShownBy(sides, new Set(urisIn(tab).map(uri => uri.toString()))));
}

export function isShownBy({ before, after }: Sides, uris: ReadonlySet<string>): boolean {
  return uris.has(after.toString()) || uris.has(before.toString());
}
