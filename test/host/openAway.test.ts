import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { CHAT_EDITOR, isChatTab } from '../../src/vscode/chatColumns';
import { showSeveral, showSideBySide, showText } from '../../src/vscode/review/openAway';
import { closeAllTabs, makeScratch, removeScratch, until } from './window';

describe('Editors that are opened beside a chat', () => {
  let folder: string;
  let uris: readonly vscode.Uri[];

  before(async () => {
    folder = await makeScratch();
    uris = ['a.txt', 'b.txt'].map(name => vscode.Uri.file(join(folder, name)));
    for (const { fsPath } of uris) await writeFile(fsPath, `${fsPath}\n`);
  });
  beforeEach(closeAllTabs);
  after(async () => {
    // The editor closes a group that got empty, and passes over tabs that it is told to close meanwhile.
    for (let left = 5; left > 0 && vscode.window.tabGroups.all.some(({ tabs }) => tabs.length > 0); left--) {
      await closeAllTabs();
    }
    await removeScratch(folder);
  });

  const ways: Record<string, (first: vscode.Uri, second: vscode.Uri) => Promise<void>> = {
    text: first => showText(first),
    diff: (first, second) => showSideBySide(first, second, 'Both'),
    'diffs of several files': (...all) =>
      showSeveral(
        'All',
        all.map(uri => [uri, uri, uri]),
      ),
  };
  for (const [name, open] of Object.entries(ways)) {
    it(`do not cover it: ${name}`, async () => {
      vscode.window.createWebviewPanel(CHAT_EDITOR, 'Chat', vscode.ViewColumn.One, {});
      await until(
        () => isChatTab(vscode.window.tabGroups.activeTabGroup.activeTab),
        vscode.window.tabGroups.onDidChangeTabs,
      );
      const [first, second] = uris;
      assert.ok(first && second);
      await open(first, second);
      const { all, activeTabGroup } = vscode.window.tabGroups;
      assert.deepEqual(
        all.map(({ activeTab }) => isChatTab(activeTab)),
        [true, false],
      );
      assert.equal(activeTabGroup, all[1]);
      // And not once more beside that.
      await showText(first);
      assert.equal(vscode.window.tabGroups.all.length, 2);
    });
  }
});
