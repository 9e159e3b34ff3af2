import assert from 'node:assert/strict';
import { truncateSync } from 'node:fs';
import { mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import type { FileWriter } from '../../src/agent/ports/fileWriter';
import { createDiskFileWriter } from '../../src/node/files/diskFileWriter';
import { BaselineChanged, ToolError } from '../../src/shared/errors';
import type { EditProposal } from '../../src/shared/proposals';
import { createVscodeFileWriter } from '../../src/vscode/documents/fileWriter';
import { withoutTab } from '../../src/vscode/documents/withoutTab';
import { createVscodeWorkspace } from '../../src/vscode/documents/workspace';
import { approved, closeAllTabs, makeScratch, removeScratch, until } from './window';

describe('The writer of files', () => {
  let folder: string;
  let workspace: ReturnType<typeof createVscodeWorkspace>;
  let writer: FileWriter;

  before(async () => {
    folder = await makeScratch();
    workspace = createVscodeWorkspace();
    writer = createVscodeFileWriter({ workspace, disk: createDiskFileWriter(workspace) });
  });
  after(async () => {
    workspace.dispose();
    await removeScratch(folder);
  });
  afterEach(closeAllTabs);

  it('changes a file that nobody has open, opens no editor and takes no focus', async () => {
    const editor = await show(await put('note.txt', 'note\n'));
    const file = await put('closed.txt', 'one\ntwo\nthree\n');
    assert.deepEqual(await write(file, 'one\ntwo\nthree\n', 'one\n2\nthree\n'), {
      text: 'one\n2\nthree\n',
      isSaved: true,
    });
    assert.equal(await text(file), 'one\n2\nthree\n');
    assert.equal(vscode.window.activeTextEditor, editor);
    assert.equal(tabCount(), 1);
  });

  it('leaves no tab that VS Code opens for what is not saved soon, but one that the user opens', async () => {
    const change = async (name: string, meanwhile?: (uri: vscode.Uri) => PromiseLike<unknown>) => {
      const uri = vscode.Uri.file(await put(name, 'one\n'));
      const document = await vscode.workspace.openTextDocument(uri);
      await withoutTab(document, async () => {
        const edit = new vscode.WorkspaceEdit();
        edit.insert(uri, new vscode.Position(0, 0), 'new ');
        await vscode.workspace.applyEdit(edit);
        await meanwhile?.(uri);
        await until(() => tabNames().includes(name), vscode.window.tabGroups.onDidChangeTabs);
        assert.ok(await document.save());
      });
      return tabNames();
    };
    assert.deepEqual(await change('late1.txt'), []);
    const shown = await show(await put('note.txt', 'note\n'));
    assert.deepEqual(await change('late2.txt'), ['note.txt']);
    assert.equal(vscode.window.activeTextEditor, shown);
    const open = (uri: vscode.Uri) => vscode.window.showTextDocument(uri, { preview: false });
    assert.deepEqual(await change('late3.txt', open), ['note.txt', 'late3.txt']);
  });

  it('changes a file in its open editor, and saves it', async () => {
    const file = await put('open.txt', 'one\ntwo\n');
    const { document } = await show(file);
    await write(file, 'one\ntwo\n', 'one\n2\n');
    assert.equal(document.getText(), 'one\n2\n');
    assert.equal(document.isDirty, false);
    assert.equal(await text(file), 'one\n2\n');
  });

  it('leaves a notebook with unsaved edits alone, and changes one without', async () => {
    const cell = (source: string) => ({ cell_type: 'markdown', metadata: {}, source: [source] });
    const notebookOf = (source: string) =>
      `${JSON.stringify({ cells: [cell(source)], metadata: {}, nbformat: 4, nbformat_minor: 2 }, undefined, 1)}\n`;
    const file = await put('note.ipynb', notebookOf('one'));
    const notebook = await vscode.workspace.openNotebookDocument(vscode.Uri.file(file));
    await vscode.window.showNotebookDocument(notebook);
    await write(file, notebookOf('one'), notebookOf('two'));
    assert.equal(await text(file), notebookOf('two'));
    await until(() => notebook.cellAt(0).document.getText() === 'two', vscode.workspace.onDidChangeNotebookDocument);
    const own = new vscode.WorkspaceEdit();
    const data = new vscode.NotebookCellData(vscode.NotebookCellKind.Markup, 'mine', 'markdown');
    own.set(notebook.uri, [vscode.NotebookEdit.insertCells(1, [data])]);
    assert.ok(await vscode.workspace.applyEdit(own));
    await until(() => notebook.isDirty, vscode.workspace.onDidChangeNotebookDocument);
    await assert.rejects(write(file, notebookOf('two'), notebookOf('three')), /unsaved edits, so nothing was written/);
    assert.equal(await text(file), notebookOf('two'));
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('changes no more than the lines that differ', async () => {
    const file = await put('lines.txt', 'a\nb\nc\nd\ne\n');
    const editor = await show(file);
    editor.selection = new vscode.Selection(2, 1, 2, 1);
    const changed = new Promise<vscode.TextDocumentChangeEvent>(resolve => {
      const subscription = vscode.workspace.onDidChangeTextDocument(event => {
        if (event.document !== editor.document || event.contentChanges.length === 0) return;
        subscription.dispose();
        resolve(event);
      });
    });
    await write(file, 'a\nb\nc\nd\ne\n', 'a\nB\nc\ne\nf\n');
    const { contentChanges } = await changed;
    const changedLines = contentChanges.map(({ range, text }) => [range.start.line, text.trim()]);
    assert.deepEqual(changedLines.sort(), [
      [1, 'B'],
      [3, ''],
      [5, 'f'],
    ]);
    assert.deepEqual([editor.selection.active.line, editor.selection.active.character], [2, 1]);
  });

  for (const [name, before, after] of [
    ['at the end of a text without final newline', 'a\nb', 'a\nb\nc'],
    ['that removes the last line', 'a\nb\nc', 'a\nb'],
    ['that adds the final newline', 'a\nb', 'a\nb\n'],
    ['that removes the final newline', 'a\nb\n', 'a\nb'],
    ['that empties the file', 'a\nb\n', ''],
    ['that fills an empty file', '', 'a\nb\n'],
    ['of the only line', 'a', 'b'],
    ['at both ends', 'a\nb\nc\n', 'x\na\nb\nc\ny\n'],
    ['that is nothing', 'a\nb\n', 'a\nb\n'],
    ['to other line endings', 'a\nb\n', 'a\r\nb\r\n'],
    ['to other line endings and lines', 'a\r\nb\r\n', 'a\nc\n'],
  ] as const) {
    it(`makes a change ${name}`, async () => {
      const file = await put(`${name}.txt`, before);
      assert.deepEqual(await write(file, before, after), { text: after, isSaved: true });
      assert.equal(await text(file), after);
    });
  }

  it('is undone by one undo in an editor that is open', async () => {
    const file = await put('undo.txt', 'a\nb\nc\nd\n');
    const { document } = await show(file);
    await write(file, 'a\nb\nc\nd\n', 'A\nb\nC\nd\nE\n');
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), 'a\nb\nc\nd\n');
  });

  it('is undone by one undo in an editor that is opened afterwards', async () => {
    const file = await put('undoLater.txt', 'a\nb\nc\nd\n');
    await write(file, 'a\nb\nc\nd\n', 'A\nb\nC\nd\nE\n');
    const { document } = await show(file);
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), 'a\nb\nc\nd\n');
    await document.save();
    assert.equal(await text(file), 'a\nb\nc\nd\n');
  });

  it('creates a file with its folders, byte for byte', async () => {
    const file = join(folder, 'deep', 'er', 'new.txt');
    const content = 'one\r\ntwo\nthree';
    assert.deepEqual(await write(file, null, content), { text: content, isSaved: true });
    assert.equal(await text(file), content);
    assert.equal(tabCount(), 0);
  });

  it('creates an empty file', async () => {
    const file = join(folder, 'empty.txt');
    assert.deepEqual(await write(file, null, ''), { text: '', isSaved: true });
    assert.equal((await stat(file)).size, 0);
  });

  it('adds to unsaved changes and leaves saving to the person', async () => {
    const file = await put('dirty.txt', 'one\ntwo\n');
    const editor = await show(file);
    await editor.edit(builder => builder.insert(new vscode.Position(0, 0), 'mine\n'));
    assert.deepEqual(await write(file, 'mine\none\ntwo\n', 'mine\none\n2\n'), {
      text: 'mine\none\n2\n',
      isSaved: false,
    });
    assert.equal(editor.document.isDirty, true);
    assert.equal(await text(file), 'one\ntwo\n', 'nothing on disk');
    await vscode.commands.executeCommand('undo');
    assert.equal(editor.document.getText(), 'mine\none\ntwo\n', 'one undo takes only our part back');
  });

  it('refuses to write over unsaved changes that the edit does not know of', async () => {
    const file = await put('conflict.txt', 'one\n');
    const editor = await show(file);
    await editor.edit(builder => builder.insert(new vscode.Position(0, 0), 'mine\n'));
    await assert.rejects(write(file, 'one\n', 'two\n'), conflict('mine\none\n'));
    assert.equal(editor.document.getText(), 'mine\none\n');
    assert.equal(await text(file), 'one\n');
  });

  it('refuses to write over what has changed on disk', async () => {
    const file = await put('changed.txt', 'other\n');
    await assert.rejects(write(file, 'one\n', 'two\n'), conflict('other\n'));
    assert.equal(await text(file), 'other\n');
  });

  it('refuses to bring back a file that is gone, or to create one that is there', async () => {
    await assert.rejects(write(join(folder, 'gone.txt'), 'one\n', 'two\n'), conflict(null));
    const file = await put('there.txt', 'there\n');
    await assert.rejects(write(file, null, 'two\n'), conflict('there\n'));
    assert.equal(await text(file), 'there\n');
  });

  it('changes a file that a command has changed just before, while it is open', async () => {
    const file = await put('followed.txt', 'one\n');
    const { document } = await show(file);
    await writeFile(file, 'one\ntwo\n');
    assert.deepEqual(await write(file, 'one\ntwo\n', 'one\n2\n'), { text: 'one\n2\n', isSaved: true });
    assert.equal(document.getText(), 'one\n2\n');
    assert.equal(document.isDirty, false);
    assert.equal(await text(file), 'one\n2\n');
  });

  it('changes an open file of which a command has just changed only the line endings', async () => {
    const file = await put('converted.txt', 'one\ntwo\n');
    const { document } = await show(file);
    await writeFile(file, 'one\r\ntwo\r\n');
    await write(file, 'one\r\ntwo\r\n', 'one\r\n2\r\n');
    assert.equal(document.isDirty, false);
    assert.equal(await text(file), 'one\r\n2\r\n');
  });

  it('creates a file anew that was deleted while it was open, and changes it again', async () => {
    const file = await put('deleted.txt', 'one\n');
    const { document } = await show(file);
    await rm(file);
    await write(file, null, 'two\n');
    await write(file, 'two\n', 'three\n');
    assert.equal(await text(file), 'three\n');
    assert.equal(document.getText(), 'three\n');
    assert.equal(document.isDirty, false);
  });

  it('makes several changes in a row', async () => {
    const file = await put('row.txt', '0\r\n\n');
    await show(file);
    for (let i = 0; i < 5; i++) await write(file, `${i}\r\n\n`, `${i + 1}\r\n\n`);
    assert.equal(await text(file), '5\r\n\n');
  });

  describe('keeps every byte that it need not change', () => {
    const utf16le = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');
    const utf16be = (text: string) => utf16le(text).swap16();
    const utf8 = (text: string) => Buffer.from(text);
    const latin1 = (text: string) => Buffer.from(text, 'latin1');

    for (const [name, encode, before, after] of [
      ['of CRLF', utf8, 'a\r\nb\r\n', 'a\r\nc\r\nd\r\n'],
      ['of a text without final newline', utf8, 'a\r\nb', 'a\r\nc'],
      ['of UTF-8 with byte-order mark', (text: string) => utf8(`\uFEFF${text}`), 'ä\r\nb\n', 'ä\r\nc\n'],
      ['of UTF-16 LE', utf16le, 'ä漢\r\nb\r\n', 'ä漢\r\nc\r\n'],
      ['of UTF-16 BE', utf16be, 'ä漢\nb\n', 'ä漢\nc\n'],
      ['of Latin-1', latin1, 'ä\x80\xff\nb\n', 'ä\x80\xff\nc\xe9\n'],
      ['of mixed line endings', utf8, 'a\r\nb\nc\r\nd', 'a\r\nb\nC\r\nd'],
      ['of mostly LF', utf8, 'a\nb\nc\r\nd\ne', 'a\nb\nc\r\nD\ne'],
      ['of mixed line endings in UTF-16', utf16le, 'a\r\nb\nc\r\nd', 'a\r\nB\nc\r\nd'],
      ['of mixed line endings made alike', utf8, 'a\r\nb\nc\n', 'a\nb\nc\n'],
      ['of lone carriage returns', utf8, 'a\rb\nc\r\nd\r', 'a\rb\nC\r\nd\r'],
      ['of rare separators', utf8, 'a\fb\nc\u0085\v\n', 'a\fb\nd\u0085\v\n'],
    ] as const) {
      for (const isOpen of [false, true]) {
        it(`${name}, ${isOpen ? 'open' : 'not open'}`, async () => {
          const file = join(folder, `${name} ${isOpen}.txt`);
          await writeFile(file, encode(before));
          if (isOpen) await show(file);
          assert.deepEqual(await write(file, before, after), { text: after, isSaved: true });
          assert.deepEqual(await readFile(file), encode(after));
          assert.deepEqual(await write(file, after, before), { text: before, isSaved: true });
          assert.deepEqual(await readFile(file), encode(before));
        });
      }
    }

    it('and can still be undone where line endings are mixed', async () => {
      const file = await put('mixedUndo.txt', 'a\r\nb\nc\r\nd');
      const { document } = await show(file);
      await write(file, 'a\r\nb\nc\r\nd', 'a\r\nb\nC\r\nd');
      await vscode.commands.executeCommand('undo');
      assert.equal(document.getText().replaceAll('\r\n', '\n'), 'a\nb\nc\nd');
      assert.equal(await document.save(), true);
    });

    it('of line separators, which an editor would ask about', async () => {
      const file = await put('separators.txt', 'a\u2028b\nc\n');
      await write(file, 'a\u2028b\nc\n', 'a\u2028b\nd\n');
      assert.equal(await text(file), 'a\u2028b\nd\n');
    });

    it('or refuses where the encoding lacks a character', async () => {
      const file = join(folder, 'latin.txt');
      await writeFile(file, latin1('ä\n'));
      await assert.rejects(write(file, 'ä\n', 'ä漢\n'), failure('file_write_failure'));
      assert.deepEqual(await readFile(file), latin1('ä\n'));
    });

    it('and the file’s mode', async () => {
      const file = await put('run.sh', 'one\n', 0o755);
      await write(file, 'one\n', 'two\n');
      assert.equal((await stat(file)).mode & 0o777, 0o755);
    });
  });

  it('lets what happens on saving happen, and gives the text as it then is', async () => {
    const file = await put('trimmed.txt', 'a\r\nb\nc\n');
    const files = vscode.workspace.getConfiguration('files');
    await files.update('trimTrailingWhitespace', true, vscode.ConfigurationTarget.Global);
    try {
      const written = await write(file, 'a\r\nb\nc\n', 'a\r\nb\nC  \n');
      assert.deepEqual(written, { text: 'a\r\nb\nC\n', isSaved: true });
      assert.equal(await text(file), 'a\r\nb\nC\n');
    } finally {
      await files.update('trimTrailingWhitespace', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('has a file formatted, if the person has that on, whether it is open or not', async () => {
    const formatter = vscode.languages.registerDocumentFormattingEditProvider(
      { pattern: '**/formatted-*.txt' },
      {
        provideDocumentFormattingEdits: document => [
          vscode.TextEdit.replace(document.lineAt(0).range, document.lineAt(0).text.toUpperCase()),
        ],
      },
    );
    const settings = vscode.workspace.getConfiguration('editor');
    await settings.update('formatOnSave', true, vscode.ConfigurationTarget.Global);
    try {
      for (const name of ['formatted-closed.txt', 'formatted-open.txt']) {
        const file = await put(name, 'one\ntwo\n');
        if (name.includes('open')) await show(file);
        assert.deepEqual(await write(file, 'one\ntwo\n', 'one\n2\n'), { text: 'ONE\n2\n', isSaved: true });
        assert.equal(await text(file), 'ONE\n2\n');
      }
    } finally {
      await settings.update('formatOnSave', undefined, vscode.ConfigurationTarget.Global);
      formatter.dispose();
    }
  });

  it('refuses a read-only file', async () => {
    const file = await put('readOnly.txt', 'one\n', 0o444);
    await assert.rejects(write(file, 'one\n', 'two\n'), failure('permission_denied'));
    assert.equal(await text(file), 'one\n');
  });

  it('writes a new file in the encoding that is set, unless that lacks a character', async () => {
    const files = vscode.workspace.getConfiguration('files');
    await files.update('encoding', 'iso88591', vscode.ConfigurationTarget.Global);
    try {
      await write(join(folder, 'set.txt'), null, 'ä\n');
      assert.deepEqual(await readFile(join(folder, 'set.txt')), Buffer.from('ä\n', 'latin1'));
      await write(join(folder, 'unset.txt'), null, '漢\n');
      assert.equal(await text(join(folder, 'unset.txt')), '漢\n');
    } finally {
      await files.update('encoding', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('refuses a directory', async () => {
    await mkdir(join(folder, 'directory'), { recursive: true });
    await assert.rejects(write(join(folder, 'directory'), 'one\n', 'two\n'), failure('target_is_directory'));
    await assert.rejects(write(join(folder, 'directory'), null, 'two\n'), failure('target_is_directory'));
  });

  it('refuses a path below a file', async () => {
    const file = await put('file.txt', 'file\n');
    await assert.rejects(write(join(file, 'below.txt'), null, 'two\n'), failure('file_write_failure'));
  });

  it('refuses a file that has become a link', async () => {
    const [file, other] = [join(folder, 'swapped.txt'), await put('other.txt', 'one\n')];
    await symlink(other, file);
    await assert.rejects(write(file, 'one\n', 'two\n'), failure('file_write_failure'));
    assert.equal(await text(other), 'one\n');
  });

  it('refuses a path outside the workspace', async () => {
    await assert.rejects(write('/etc/passwd', null, 'two\n'), failure('path_not_in_workspace'));
  });

  it('takes the change back if it can’t be saved', async () => {
    const file = await put('unsaveable/file.txt', 'one\n');
    const { document } = await show(file);
    const parent = dirname(file);
    const sabotage = vscode.workspace.onWillSaveTextDocument(event => {
      event.waitUntil(rm(parent, { recursive: true }).then(() => writeFile(parent, 'in the way')));
      sabotage.dispose();
    });
    await assert.rejects(write(file, 'one\n', 'two\n'), failure('file_write_failure'));
    assert.equal(document.getText(), 'one\n');
    await rm(parent);
    await mkdir(parent);
  });

  it('takes the change back if the disk was full, of which the editor says nothing', async () => {
    const file = await put('cut.txt', 'one\n');
    const { document } = await show(file);
    const fullDisk = vscode.workspace.onDidSaveTextDocument(() => {
      fullDisk.dispose();
      truncateSync(file, 2);
    });
    await assert.rejects(write(file, 'one\n', 'two\n'), failure('no_space_left'));
    assert.equal(document.getText(), 'one\n');
    assert.equal(document.isDirty, false);
    assert.equal(await text(file), 'one\n');
  });

  it('changes a file through the address under which it is open', async () => {
    const file = await put('target.txt', 'one\n');
    const link = join(folder, 'link.txt');
    await symlink(file, link);
    const { document } = await show(link);
    await write(file, 'one\n', 'two\n');
    assert.equal(document.getText(), 'two\n');
    assert.equal(await text(file), 'two\n');
    assert.ok((await stat(link)).isFile());
  });

  const write = (file: string, before: string | null, after: string) =>
    writer.write(approved<EditProposal>({ kind: 'edit', path: file.slice(folder.length + 1), file, before, after }));

  async function put(name: string, content: string, mode = 0o644): Promise<string> {
    const file = join(folder, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content, { mode });
    return file;
  }
});

const text = (file: string) => readFile(file, 'utf8');
const tabNames = () => vscode.window.tabGroups.all.flatMap(group => group.tabs).map(({ label }) => label);
const tabCount = () => tabNames().length;
const conflict = (current: string | null) => (error: unknown) =>
  error instanceof BaselineChanged && error.current === current;
const failure = (type: string) => (error: unknown) => error instanceof ToolError && error.type === type;

async function show(file: string): Promise<vscode.TextEditor> {
  const editor = await vscode.window.showTextDocument(vscode.Uri.file(file), { preview: false });
  await until(() => vscode.window.activeTextEditor === editor, vscode.window.onDidChangeActiveTextEditor);
  return editor;
}
