import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { insertAtCursor } from '../../src/vscode/documents/insertAtCursor';
import { closeAllTabs, makeScratch, removeScratch } from './window';

describe('Inserting code of an answer', () => {
  let folder: string;
  before(async () => {
    folder = await makeScratch();
  });
  after(() => removeScratch(folder));
  afterEach(closeAllTabs);

  const open = async (name: string, text: string) => {
    const file = join(folder, name);
    await writeFile(file, text);
    return vscode.window.showTextDocument(vscode.Uri.file(file));
  };

  it('replaces what is selected, indented like it and otherwise as it is, and one undo takes it back', async () => {
    const text = 'function f() {\n    old\n}\n';
    const editor = await open('a.txt', text);
    editor.selection = new vscode.Selection(1, 4, 1, 7);
    await insertAtCursor('if (a) {\n  b(`${c}`, $1);\n}');
    const inserted = 'function f() {\n    if (a) {\n      b(`${c}`, $1);\n    }\n}\n';
    assert.equal(editor.document.getText(), inserted);
    assert.equal(vscode.window.activeTextEditor?.document, editor.document);
    await vscode.commands.executeCommand('undo');
    assert.equal(editor.document.getText(), text);
  });

  it('stays in a diff', async () => {
    const { document } = await open('b.txt', 'one\n');
    await open('c.txt', 'two\n');
    await vscode.commands.executeCommand('vscode.diff', vscode.Uri.file(join(folder, 'c.txt')), document.uri, 'A diff');
    await insertAtCursor('zero ');
    assert.equal(document.getText(), 'zero one\n');
    assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab?.label, 'A diff');
  });
});
