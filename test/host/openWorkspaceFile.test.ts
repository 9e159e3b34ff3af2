import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as vscode from 'vscode';
import { openWorkspaceFile } from '../../src/chat/commands/openers';
import { closeAllTabs, makeScratch, removeScratch, until } from './window';

describe('A file that an answer names', () => {
  let folder: string;
  let name: string;

  before(async () => {
    folder = await makeScratch();
    name = basename(folder);
    await mkdir(join(folder, 'deep'));
    for (const file of ['deep/only.txt', 'twice.txt', 'deep/twice.txt']) {
      await writeFile(join(folder, file), 'one\ntwo\nthree\n');
    }
    await writeFile(join(folder, 'dot.png'), Buffer.from('89504e470d0a1a0a0000', 'hex'));
  });
  beforeEach(closeAllTabs);
  after(() => removeScratch(folder));

  const tab = () => vscode.window.tabGroups.activeTabGroup.activeTab;
  const caret = () => vscode.window.activeTextEditor?.selection.active.line;

  it('opens at its line', async () => {
    await openWorkspaceFile(`${name}/deep/only.txt`, 2);
    assert.equal(tab()?.label, 'only.txt');
    assert.equal(caret(), 1);
  });

  it('opens by the end of its path, if no other file ends like that', async () => {
    await openWorkspaceFile('only.txt', 3);
    assert.equal(tab()?.label, 'only.txt');
    assert.equal(caret(), 2);
    await closeAllTabs();
    await openWorkspaceFile('twice.txt', null);
    assert.equal(tab(), undefined, 'one of the two was opened without asking');
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    await openWorkspaceFile('deep/twice.txt', null);
    assert.equal(tab()?.label, 'twice.txt');
  });

  it('opens as an image if it is one', async () => {
    await openWorkspaceFile(`${name}/dot.png`, null);
    await until(tab, vscode.window.tabGroups.onDidChangeTabs);
    assert.equal(tab()?.label, 'dot.png');
  });
});
