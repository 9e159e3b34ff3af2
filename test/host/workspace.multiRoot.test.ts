import assert from 'node:assert/strict';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { createDiskFileWriter } from '../../src/node/files/diskFileWriter';
import type { EditProposal } from '../../src/shared/proposals';
import { createVscodeFileWriter } from '../../src/vscode/documents/fileWriter';
import { createVscodeWorkspace } from '../../src/vscode/documents/workspace';
import { approved, closeAllTabs, makeScratch, removeScratch, until } from './window';

describe('The workspace of several folders', () => {
  let scratch: string;
  let workspace: ReturnType<typeof createVscodeWorkspace>;

  before(async () => {
    scratch = await makeScratch();
    workspace = createVscodeWorkspace();
  });
  after(async () => {
    workspace.dispose();
    await removeScratch(scratch);
  });

  it('has all folders, and paths that begin with a folder’s name', async () => {
    assert.deepEqual(
      workspace.folders().map(folder => folder.name),
      ['sample', 'second'],
    );
    const path = await workspace.resolve('second/second.md');
    assert.equal(path.folder.name, 'second');
    assert.equal(path.display, 'second/second.md');
    assert.equal((await workspace.readText(path)).text, '# The second folder\n');
  });

  describe('with a folder that is a symbolic link', () => {
    let real: string;
    let link: string;

    before(async () => {
      [real, link] = [join(scratch, 'real'), join(scratch, 'link')];
      await mkdir(real);
      await writeFile(join(real, 'a.txt'), 'one\n');
      await symlink(real, link);
      const changed = until(
        () => vscode.workspace.workspaceFolders?.length === 3,
        vscode.workspace.onDidChangeWorkspaceFolders,
      );
      vscode.workspace.updateWorkspaceFolders(2, 0, { uri: vscode.Uri.file(link), name: 'linked' });
      await changed;
    });
    after(async () => {
      const changed = until(
        () => vscode.workspace.workspaceFolders?.length === 2,
        vscode.workspace.onDidChangeWorkspaceFolders,
      );
      vscode.workspace.updateWorkspaceFolders(2, 1);
      await changed;
    });
    afterEach(closeAllTabs);

    it('follows the change of folders', () => {
      assert.deepEqual(workspace.folders().at(-1), { name: 'linked', path: real });
    });

    it('reads the unsaved editor of a file by its resolved path', async () => {
      const editor = await vscode.window.showTextDocument(vscode.Uri.file(join(link, 'a.txt')));
      await editor.edit(edit => edit.insert(new vscode.Position(0, 0), 'mine '));
      const path = await workspace.resolve('linked/a.txt');
      assert.equal(path.absolute, join(real, 'a.txt'));
      assert.deepEqual(await workspace.readText(path), { text: 'mine one\n', encoding: 'utf8', isUnsaved: true });
      await vscode.commands.executeCommand('workbench.action.files.revert');
    });

    it('writes a file under the address that the window has for it', async () => {
      const writer = createVscodeFileWriter({ workspace, disk: createDiskFileWriter(workspace) });
      const file = join(real, 'b.txt');
      const edit = { kind: 'edit', path: 'linked/b.txt', file } as const;
      const created = new Promise<vscode.FileCreateEvent>(resolve => {
        const subscription = vscode.workspace.onDidCreateFiles(event => {
          subscription.dispose();
          resolve(event);
        });
      });
      await writer.write(approved<EditProposal>({ ...edit, before: null, after: 'one\n' }));
      assert.deepEqual(
        (await created).files.map(uri => uri.fsPath),
        [join(link, 'b.txt')],
      );
      const { document } = await vscode.window.showTextDocument(vscode.Uri.file(join(link, 'b.txt')));
      await writer.write(approved<EditProposal>({ ...edit, before: 'one\n', after: 'two\n' }));
      assert.equal(document.getText(), 'two\n');
      assert.equal(document.isDirty, false);
      assert.equal(await readFile(file, 'utf8'), 'two\n');
    });
  });
});
