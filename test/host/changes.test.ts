import assert from 'node:assert/strict';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { TrackedChanges } from '../../src/agent/changes/trackedChanges';
import type { ChangeSource } from '../../src/agent/ports/changes';
import type { FileWriter } from '../../src/agent/ports/fileWriter';
import { createDiskFileWriter } from '../../src/node/files/diskFileWriter';
import type { EditProposal } from '../../src/shared/proposals';
import { EditorFiles, followFiles } from '../../src/vscode/changes/reviewedFiles';
import { createVscodeFileWriter } from '../../src/vscode/documents/fileWriter';
import { createVscodeWorkspace } from '../../src/vscode/documents/workspace';
import { approved, closeAllTabs, makeScratch, removeScratch, until } from './window';
import { testRestores } from '../support/restoring';

const source: ChangeSource = {
  sessionId: 's',
  turn: 't',
  prompt: 'Go',
  callId: 'c',
  author: 'tool',
  title: 'Edit',
  at: 1,
};

describe('Changes under review in an editor', () => {
  const changed = new vscode.EventEmitter<void>();
  let folder: string;
  let workspace: ReturnType<typeof createVscodeWorkspace>;
  let writer: FileWriter;
  let changes: TrackedChanges;
  let following: vscode.Disposable;
  let bugs: unknown[];
  /** Delays what is read of files that have changed. */
  let reading: Promise<unknown>;
  /** What is being read of the file that has changed last. */
  let lastRead: Promise<unknown>;

  before(async () => {
    await closeAllTabs();
    folder = await makeScratch();
    workspace = createVscodeWorkspace();
    writer = createVscodeFileWriter({ workspace, disk: createDiskFileWriter(workspace) });
  });
  after(async () => {
    workspace.dispose();
    changed.dispose();
    await removeScratch(folder);
  });
  beforeEach(() => {
    bugs = [];
    reading = Promise.resolve();
    let count = 0;
    const files = new EditorFiles({ workspace, bytesOf: async () => null });
    changes = new TrackedChanges({
      restores: testRestores(),
      files,
      newId: () => `h${++count}`,
      onChange: () => changed.fire(),
      onDecision: () => undefined,
      reportBug: (...bug) => bugs.push(bug),
    });
    following = followFiles(
      changes,
      file => {
        const text = files.read(file).then(async read => reading.then(() => read));
        lastRead = text;
        return text;
      },
      (...bug) => bugs.push(bug),
    );
  });
  afterEach(async () => {
    following.dispose();
    await closeAllTabs();
    assert.deepEqual(bugs, []);
  });

  const put = async (name: string, text: string) => {
    const file = join(folder, name);
    await writeFile(file, text);
    return file;
  };
  const edit = async (file: string, before: string | null, after: string) => {
    const proposal: EditProposal = { kind: 'edit', path: file, file, before, after };
    await changes.editing([proposal], { sessionId: 's', source }, async () => [await writer.write(approved(proposal))]);
  };
  /** Creates or changes a file or folder, and waits until VS Code's watcher tells it: it tells nothing of what comes and goes at once. */
  const told = async (
    file: string,
    act: () => PromiseLike<unknown>,
    what: 'onDidCreate' | 'onDidChange' = 'onDidCreate',
  ) => {
    const watcher = vscode.workspace.createFileSystemWatcher('**/*');
    let isTold = false;
    const listening = watcher[what](({ fsPath }) => (isTold ||= fsPath === file));
    await act();
    await until(() => isTold, watcher[what]);
    vscode.Disposable.from(listening, watcher).dispose();
  };
  const ids = () => changes.all().map(({ hunk }) => hunk.id);
  const read = (file: string) => readFile(file, 'utf8');

  it('are undone in a file that nobody has open, without an editor and with the focus where it was', async () => {
    const shown = await vscode.window.showTextDocument(vscode.Uri.file(await put('note.txt', 'note\n')));
    const file = await put('closed.txt', '\uFEFFone\r\ntwo\r\nthree');
    await edit(file, 'one\r\ntwo\r\nthree', 'ONE\r\ntwo\r\nTHREE\r\n');
    assert.equal(changes.all().length, 2);
    await changes.decide(ids(), 'undo');
    assert.equal(await read(file), '\uFEFFone\r\ntwo\r\nthree');
    await changes.stepBack();
    assert.equal(await read(file), '\uFEFFONE\r\ntwo\r\nTHREE\r\n');
    assert.equal(vscode.window.activeTextEditor, shown);
    assert.equal(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).length, 1);
  });

  it('are told apart from what the user types, in an editor that is not saved either', async () => {
    const file = await put('typed.txt', 'one\ntwo\nthree\n');
    await edit(file, 'one\ntwo\nthree\n', 'ONE\ntwo\nTHREE\n');
    const editor = await vscode.window.showTextDocument(vscode.Uri.file(file));
    await editor.edit(builder => builder.insert(new vscode.Position(1, 3), ' of mine\nand more'));
    assert.equal(changes.baseOf(file), 'one\ntwo of mine\nand more\nthree\n');
    await changes.decide(ids(), 'undo');
    assert.equal(editor.document.getText(), 'one\ntwo of mine\nand more\nthree\n');
    assert.equal(editor.document.isDirty, true, 'what the user has not saved stays unsaved');
    await editor.document.save();
  });

  it('go with the editor’s undo and come back with its redo, as the same change of the same call', async () => {
    const file = await put('back.txt', 'one\ntwo\nthree\nfour\n');
    await vscode.window.showTextDocument(vscode.Uri.file(file));
    await edit(file, 'one\ntwo\nthree\nfour\n', 'one\nthree\nFOUR\n');
    const all = changes.all();
    assert.equal(all.length, 2);
    const press = async (command: 'undo' | 'redo', count: number) => {
      await vscode.commands.executeCommand(command);
      await until(() => changes.all().length === count, changed.event);
    };
    await press('undo', 0);
    await press('redo', 2);
    assert.deepEqual(changes.all(), all);
    await press('undo', 0);
    await vscode.commands.executeCommand('workbench.action.files.save');
    await press('redo', 2);
    await vscode.commands.executeCommand('workbench.action.files.save');
    assert.deepEqual(changes.all(), all);
    await changes.decide(ids().slice(0, 1), 'keep');
    await press('undo', 0);
    await press('redo', 1);
    assert.equal(changes.baseOf(file), 'one\nthree\nfour\n', 'what was kept stays so');
    await vscode.commands.executeCommand('workbench.action.files.save');
  });

  it('come back with the editor’s undo after they were undone, and go with its redo', async () => {
    const file = await put('again.txt', 'one\ntwo\nthree\n');
    await vscode.window.showTextDocument(vscode.Uri.file(file));
    await edit(file, 'one\ntwo\nthree\n', 'ONE\ntwo\nTHREE\n');
    const all = ids();
    await changes.decide(all.slice(1), 'undo');
    assert.deepEqual([ids(), changes.reviewed], [all.slice(0, 1), 1]);
    await vscode.commands.executeCommand('undo');
    await until(() => changes.all().length === 2, changed.event);
    assert.deepEqual([ids(), changes.reviewed], [all, 0]);
    await vscode.commands.executeCommand('redo');
    await until(() => changes.all().length === 1, changed.event);
    assert.deepEqual([ids(), changes.reviewed], [all.slice(0, 1), 1]);
    await vscode.commands.executeCommand('undo');
    await until(() => changes.all().length === 2, changed.event);
    await vscode.commands.executeCommand('workbench.action.files.save');
    await changes.decide(ids(), 'undo');
    assert.equal(await read(file), 'one\ntwo\nthree\n');
  });

  it('stay what they are if a file is edited while it is being read', async () => {
    const file = await put('slow.txt', 'one\ntwo\nthree\n');
    const editor = await vscode.window.showTextDocument(vscode.Uri.file(file));
    await edit(file, 'one\ntwo\nthree\n', 'ONE\ntwo\nthree\n');
    let go!: () => void;
    reading = new Promise<void>(resolve => (go = resolve));
    await editor.document.save();
    await editor.edit(builder => builder.insert(new vscode.Position(2, 5), ' of mine'));
    await editor.document.save();
    await editor.edit(builder => builder.insert(new vscode.Position(2, 0), 'my '));
    const settled = changes.baseOf(file);
    const seen: unknown[] = [];
    const listening = changed.event(() => seen.push(changes.baseOf(file)));
    go();
    await new Promise(resolve => setImmediate(resolve));
    listening.dispose();
    assert.deepEqual(seen, []);
    assert.equal(settled, 'one\ntwo\nmy three of mine\n');
    assert.equal(changes.baseOf(file), settled);
    await editor.document.save();
  });

  it('are told apart from what a formatter makes of the file when the user saves, with changes to decide', async () => {
    const settings = vscode.workspace.getConfiguration('editor');
    const file = await put('format.txt', 'one\ntwo\nthree\nfour\n');
    const formatter = vscode.languages.registerDocumentFormattingEditProvider(
      { scheme: 'file', pattern: file },
      {
        provideDocumentFormattingEdits: document =>
          Array.from({ length: document.lineCount }, (_, index) => document.lineAt(index))
            .filter(({ text }) => text.endsWith(' '))
            .map(({ range, text }) => vscode.TextEdit.replace(range, text.trimEnd())),
      },
    );
    const editor = await vscode.window.showTextDocument(vscode.Uri.file(file));
    await settings.update('formatOnSave', true, vscode.ConfigurationTarget.Global);
    try {
      await edit(file, 'one\ntwo\nthree\nfour\n', 'one\nTWO \nthree\nFOUR\n');
      assert.equal(await read(file), 'one\nTWO\nthree\nFOUR\n');
      assert.equal(ids().length, 2);
      await editor.edit(builder => builder.insert(new vscode.Position(2, 5), ' of mine  '));
      await editor.document.save();
      assert.equal(await read(file), 'one\nTWO\nthree of mine\nFOUR\n');
      assert.equal(changes.baseOf(file), 'one\ntwo\nthree of mine\nfour\n');
      await changes.decide(ids(), 'undo');
      assert.equal(await read(file), 'one\ntwo\nthree of mine\nfour\n');
    } finally {
      await settings.update('formatOnSave', undefined, vscode.ConfigurationTarget.Global);
      formatter.dispose();
    }
  });

  it('follow a file that another program writes, renames or deletes', async () => {
    const file = await put('outside.txt', 'one\ntwo\nthree\n');
    await edit(file, 'one\ntwo\nthree\n', 'ONE\ntwo\nthree\n');
    await writeFile(file, 'ONE\ntwo\nthree\nfour\n');
    await until(() => changes.baseOf(file) === 'one\ntwo\nthree\nfour\n', changed.event);
    const moved = join(folder, 'moved.txt');
    const renaming = new vscode.WorkspaceEdit();
    renaming.renameFile(vscode.Uri.file(file), vscode.Uri.file(moved));
    await told(moved, () => vscode.workspace.applyEdit(renaming));
    await until(() => changes.files()[0] === moved, changed.event);
    await changes.decide(ids(), 'undo');
    assert.equal(await read(moved), 'one\ntwo\nthree\nfour\n');
    await edit(moved, 'one\ntwo\nthree\nfour\n', 'ONE\n');
    await rm(moved);
    await until(() => changes.files().length === 0, changed.event);
  });

  it('of a folder that was deleted are open again when it is there again', async () => {
    const file = join(folder, 'gone', 'a.txt');
    await told(join(folder, 'gone'), () => mkdir(join(folder, 'gone')));
    await edit(await put('gone/a.txt', 'one\ntwo\n'), 'one\ntwo\n', 'ONE\ntwo\n');
    const before = ids();
    await rename(join(folder, 'gone'), `${folder}-away`);
    await until(() => changes.lost().length === 1, changed.event);
    assert.deepEqual(changes.all(), []);
    await rename(`${folder}-away`, join(folder, 'gone'));
    await until(() => changes.all().length === 1, changed.event);
    assert.deepEqual([ids(), changes.lost()], [before, []]);
    await changes.decide(ids(), 'undo');
    assert.equal(await read(file), 'one\ntwo\n');
  });

  it('of a file that came back unnoticed are open again when it is shown', async () => {
    const file = join(folder, 'unnoticed.txt');
    await told(file, () => put('unnoticed.txt', 'one\ntwo\n'));
    // VS Code tells of nothing any more: the file has changed before, and what is shown has been open.
    const document = await vscode.workspace.openTextDocument(file);
    await told(file, () => edit(file, 'one\ntwo\n', 'ONE\ntwo\n'), 'onDidChange');
    await lastRead;
    changes.observed(file, null);
    assert.equal(changes.lost().length, 1);
    const back = until(() => changes.all().length === 1, changed.event);
    await vscode.window.showTextDocument(document);
    await back;
    await changes.decide(ids(), 'keep');
  });

  it('of a created file delete it again, and bring it back', async () => {
    const file = join(folder, 'new.txt');
    await edit(file, null, 'new\n');
    await changes.decide(ids(), 'undo');
    await assert.rejects(read(file), { code: 'ENOENT' });
    await changes.stepBack();
    assert.equal(await read(file), 'new\n');
  });
});
