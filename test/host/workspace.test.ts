import assert from 'node:assert/strict';
import { mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import type { SearchRequest } from '../../src/agent/ports/workspace';
import { editorRipgrepPaths, findRipgrep } from '../../src/node/search/ripgrepPaths';
import { ToolError } from '../../src/shared/errors';
import { createVscodeWorkspace } from '../../src/vscode/documents/workspace';
import { closeAllTabs, makeScratch, removeScratch, workspaceFolder } from './window';

const signal = new AbortController().signal;

describe('The workspace', () => {
  let folder: string;
  let workspace: ReturnType<typeof createVscodeWorkspace>;

  before(async () => {
    folder = await makeScratch();
    workspace = createVscodeWorkspace();
  });
  after(async () => {
    workspace.dispose();
    await removeScratch(folder);
  });
  afterEach(closeAllTabs);

  it('has the folders of the window', async () => {
    assert.deepEqual(workspace.folders(), [{ name: 'sample', path: await workspaceFolder() }]);
  });

  it('refuses what leads outside, by a link too', async () => {
    await symlink('/etc', join(folder, 'etc'));
    for (const path of ['/etc/passwd', '../outside', join(folder, 'etc', 'passwd')]) {
      await assert.rejects(
        workspace.resolve(path),
        (error: unknown) => error instanceof ToolError && error.type === 'path_not_in_workspace',
      );
    }
  });

  it('reads the disk, and an editor as long as that has unsaved changes', async () => {
    const file = await put('a.txt', 'one\r\ntwo\n');
    assert.deepEqual(await read(file), { text: 'one\r\ntwo\n', encoding: 'utf8', isUnsaved: false });
    const editor = await show(file);
    assert.deepEqual(await read(file), { text: 'one\r\ntwo\n', encoding: 'utf8', isUnsaved: false });
    await type(editor, 'mine ');
    assert.deepEqual(await read(file), { text: 'mine one\ntwo\n', encoding: 'utf8', isUnsaved: true });
    await editor.document.save();
    assert.equal((await read(file)).isUnsaved, false);
  });

  it('reads the editor of a file that is open by way of a link', async () => {
    const file = await put('target.txt', 'one\n');
    const link = join(folder, 'link.txt');
    await symlink(file, link);
    await type(await show(link), 'mine ');
    assert.equal((await read(file)).text, 'mine one\n');
    assert.equal((await read(link)).text, 'mine one\n');
  });

  it('reads a file in the encoding that is set for it', async () => {
    const file = await put('shift-jis.txt', Buffer.from([0x8a, 0xbf, 0x8e, 0x9a, 0x0a]));
    const files = vscode.workspace.getConfiguration('files');
    await files.update('encoding', 'shiftjis', vscode.ConfigurationTarget.Workspace);
    try {
      assert.equal((await read(file)).text, '漢字\n');
    } finally {
      await files.update('encoding', undefined, vscode.ConfigurationTarget.Workspace);
    }
    await rm(join(await workspaceFolder(), '.vscode'), { recursive: true });
  });

  it('reads a file in the encoding that the person has opened it with', async () => {
    const file = await put('greek.txt', Buffer.from([0xe1, 0xe2, 0x0a]));
    await vscode.workspace.openTextDocument(vscode.Uri.file(file), { encoding: 'iso88597' });
    assert.equal((await read(file)).text, 'αβ\n');
  });

  it('brings VS Code’s own ripgrep', () => {
    assert.ok(findRipgrep(editorRipgrepPaths(vscode.env.appRoot), ''));
  });

  it('finds files', async () => {
    await put('find/one.ts', '');
    await put('find/deep/two.ts', '');
    await put('find/three.js', '');
    const base = await workspace.resolve(join(folder, 'find'));
    const found = await workspace.find(
      { base, pattern: '**/*.ts', isCaseSensitive: true, respectGitIgnore: true, respectGeminiIgnore: true },
      signal,
    );
    assert.deepEqual(found.files.map(file => file.path).sort(), ['deep/two.ts', 'one.ts']);
  });

  describe('when it searches', () => {
    it('finds the lines on disk', async () => {
      await put('search/a.txt', 'needle one\nhay\n');
      await put('search/b.txt', 'hay\nneedle two\n');
      assert.deepEqual(await search({ pattern: 'needle \\w+' }), ['a.txt:1:needle one', 'b.txt:2:needle two']);
    });

    it('finds them as they are in unsaved editors instead', async () => {
      const editor = await show(join(folder, 'search', 'a.txt'));
      await editor.edit(edit => edit.replace(new vscode.Range(0, 0, 1, 3), 'hay\nhay\nneedle three'));
      assert.deepEqual(await search({ pattern: 'needle' }), ['a.txt:3:needle three', 'b.txt:2:needle two']);
      assert.deepEqual(await search({ pattern: 'needle one' }), []);
      assert.deepEqual(await search({ pattern: 'three', before: 1 }), ['a.txt-2-hay', 'a.txt:3:needle three']);
      assert.deepEqual(await search({ pattern: 'three', include: '*.md' }), []);
    });

    it('leaves ignored files out, in unsaved editors as well', async () => {
      await put('search/.gitignore', 'a.txt\n');
      await type(await show(join(folder, 'search', 'a.txt')), 'needle ');
      assert.deepEqual(await search({ pattern: 'needle' }), ['b.txt:2:needle two']);
    });

    async function search(request: Partial<SearchRequest>): Promise<string[]> {
      const base = await workspace.resolve(join(folder, 'search'));
      const defaults = { pattern: '', isLiteral: false, isCaseSensitive: true, respectIgnore: true, maxMatches: 100 };
      const { files } = await workspace.search({ base, ...defaults, before: 0, after: 0, ...request }, signal);
      return files.flatMap(({ path, lines }) =>
        lines.map(({ line, text, isMatch }) => (isMatch ? `${path}:${line}:${text}` : `${path}-${line}-${text}`)),
      );
    }
  });

  it('lists a folder', async () => {
    await put('list/a.txt', 'four');
    await mkdir(join(folder, 'list', 'b'));
    const entries = await workspace.list(await workspace.resolve(join(folder, 'list')));
    assert.deepEqual(
      [...entries].sort((a, b) => (a.name < b.name ? -1 : 1)),
      [
        { name: 'a.txt', type: 'file', size: 4 },
        { name: 'b', type: 'directory', size: 0 },
      ],
    );
    assert.deepEqual((await readdir(join(folder, 'list'))).sort(), ['a.txt', 'b']);
  });

  const read = async (path: string) => workspace.readText(await workspace.resolve(path));

  async function put(name: string, content: string | Uint8Array): Promise<string> {
    const file = join(folder, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
    return file;
  }
});

const show = async (file: string) => vscode.window.showTextDocument(vscode.Uri.file(file), { preview: false });

async function type(editor: vscode.TextEditor, text: string): Promise<void> {
  assert.equal(await editor.edit(edit => edit.insert(new vscode.Position(0, 0), text)), true);
}
