import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { CreatedFileWarnings } from '../../src/vscode/createdFileWarnings';
import { makeScratch, removeScratch } from './window';

describe('Warnings of files that a program created', () => {
  const window = vscode.window as { showWarningMessage: unknown };
  const shown = window.showWarningMessage;
  const warnings = new CreatedFileWarnings();
  let folder: string;
  let texts: string[];

  beforeEach(async () => {
    folder = await makeScratch();
    texts = [];
    window.showWarningMessage = async (text: string) => void texts.push(text);
  });
  afterEach(() => {
    window.showWarningMessage = shown;
    return removeScratch(folder);
  });
  after(() => warnings.dispose());

  it('name them, without those that were just saved here', async () => {
    const [own, other] = [join(folder, 'GEMINI.md'), join(folder, 'AGENTS.md')];
    await writeFile(own, 'Be brief.\n');
    const document = await vscode.workspace.openTextDocument(own);
    const editor = await vscode.window.showTextDocument(document);
    await editor.edit(edit => edit.insert(new vscode.Position(0, 0), 'Please: '));
    assert.ok(await document.save());
    await warnings.tell([own], String);
    assert.deepEqual(texts, []);
    await warnings.tell([own, other], String);
    assert.deepEqual(texts, [other]);
  });
});
