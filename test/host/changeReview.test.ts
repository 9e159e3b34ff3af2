import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { callKey, GEMINI_CLI } from '../../src/shared/callAddress';
import type { EditProposal } from '../../src/shared/proposals';
import { VscodeChangeReview, type OpenDiff } from '../../src/vscode/review/changeReview';
import { makeScratch, recordingLog, removeScratch, until } from './window';

const schemes = { before: 'test-before', change: 'test-change' };

describe('The review of changes', () => {
  let folder: string;
  let review: VscodeChangeReview;
  let openDiff: OpenDiff;
  let log: ReturnType<typeof recordingLog>;

  before(async () => {
    folder = await makeScratch();
  });
  after(() => removeScratch(folder));
  beforeEach(() => {
    openDiff = 'never';
    log = recordingLog();
    review = new VscodeChangeReview({ openDiff: () => openDiff, log, schemes });
  });
  afterEach(async () => {
    for (const { callId } of review.pending()) await review.close(callId);
    review.dispose();
    await vscode.window.tabGroups.close(tabs());
    assert.deepEqual(log.lines, []);
  });

  it('opens nothing and leaves the focus alone unless the setting says otherwise', async () => {
    const editor = await openNote();
    assert.equal(review.stage('1', edit('a.ts')).isShown, false);
    assert.equal(vscode.window.activeTextEditor, editor);
    assert.equal(tabs().length, 1);
  });

  it('opens a diff beside without taking the focus, if the setting says so', async () => {
    const editor = await openNote();
    openDiff = 'beside';
    assert.equal(review.stage('1', edit('a.ts')).isShown, true);
    const tab = await untilTab(() => diffTabs()[0]);
    assert.equal(tab.label, 'a.ts: Pollux’s change');
    assert.notEqual(tab.group.viewColumn, editor.viewColumn);
    assert.equal(vscode.window.activeTextEditor, editor);
    assert.ok(tab.isPreview);
  });

  it('names Gemini CLI if that is what asks', async () => {
    const callId = callKey({ sessionId: GEMINI_CLI, callId: '/a.ts' });
    review.stage(callId, edit('a.ts'));
    await review.open(callId);
    assert.equal((await untilTab(() => diffTabs()[0])).label, 'a.ts: Gemini CLI’s change');
  });

  it('opens the diff in the active group, if the setting says so', async () => {
    await openNote();
    openDiff = 'active';
    review.stage('1', edit('a.ts'));
    const tab = await untilTab(() => diffTabs()[0]);
    assert.equal(tab.group.viewColumn, vscode.ViewColumn.One);
    assert.equal(vscode.window.tabGroups.all.length, 1);
  });

  it('shows what the file held beside the change, as the file’s language', async () => {
    review.stage('1', edit('a.ts', 'const a = 1;\n', 'const a = 2;\n'));
    assert.equal(await review.open('1'), true);
    const [left, right] = documents();
    assert.equal(left.getText(), 'const a = 1;\n');
    assert.equal(right.getText(), 'const a = 2;\n');
    assert.equal(right.encoding, 'utf8', 'without a byte order mark that the file doesn’t have');
    assert.equal(right.languageId, 'typescript');
    assert.equal(vscode.window.activeTextEditor?.document, right);
  });

  describe('of several files', () => {
    const edits = () => [edit('a.ts', 'one\n', 'two\n'), edit('b.ts', 'one\n', 'two\n')];

    it('is one change that opens as one tab', async () => {
      review.stageAll('1', edits());
      assert.deepEqual(review.pending(), [{ callId: '1', path: 'a.ts, b.ts' }]);
      assert.equal(tabs().length, 0, 'nothing opens by itself');
      await review.open('1');
      await untilTab(() => tabs()[0]);
      assert.equal(tabs().length, 1);
      assert.equal(review.activeCallId(), '1');
      assert.equal(review.isReviewingFiles(), true);
      assert.equal(review.activeCallId(vscode.Uri.parse('multi-diff-editor:/1')), '1', 'from its title bar');
      review.stage('2', edit('c.ts'));
      await review.open('2');
      assert.equal(review.isReviewingFiles(), false);
    });

    it('can be edited, file by file, and goes as one', async () => {
      const staged = review.stageAll('1', edits());
      await review.open('1');
      const document = await until(
        () =>
          vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === schemes.change && uri.path.endsWith('b.ts')),
        vscode.workspace.onDidOpenTextDocument,
      );
      const typing = new vscode.WorkspaceEdit();
      typing.insert(document.uri, new vscode.Position(0, 0), 'mine ');
      assert.ok(await vscode.workspace.applyEdit(typing));
      assert.deepEqual(staged.texts(), ['two\n', 'mine two\n']);
      await review.close('1');
      assert.deepEqual(review.pending(), []);
      assert.deepEqual(tabs(), []);
      assert.deepEqual(staged.texts(), ['two\n', 'mine two\n'], 'and is remembered');
    });

    it('is replaced when its call is staged again', async () => {
      review.stageAll('1', edits());
      const again = review.stageAll('1', [edit('c.ts', 'one\n', 'three\n')]);
      assert.deepEqual(review.pending(), [{ callId: '1', path: 'c.ts' }]);
      assert.deepEqual(again.texts(), ['three\n']);
    });
  });

  it('tells of what the person edits, and that it is as before where their text is dropped', async () => {
    const told = new vscode.EventEmitter<void>();
    const heard: string[] = [];
    const change = review.stage('1', edit('a.ts'), () => {
      heard.push(change.text());
      told.fire();
    });
    await review.open('1');
    assert.equal(heard.length, 0, 'nothing for being looked at');
    await type('mine ');
    await until(() => heard[0], told.event);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await until(() => heard.find(text => text !== heard[0]), told.event);
    assert.deepEqual(heard, ['mine two\n', 'two\n']);
    told.dispose();
  });

  it('shows a new file beside nothing', async () => {
    review.stage('1', { ...edit('new.ts', '', 'new\n'), before: null });
    await review.open('1');
    const [left, right] = documents();
    assert.equal(left.getText(), '');
    assert.equal(right.getText(), 'new\n');
  });

  it('shows the removal of all content', async () => {
    const change = review.stage('1', edit('a.ts', 'gone\n', ''));
    await review.open('1');
    assert.equal(documents()[1].getText(), '');
    assert.equal(change.text(), '');
  });

  it('reuses the tab of a change that is open', async () => {
    openDiff = 'beside';
    await openNote();
    review.stage('1', edit('a.ts'));
    await untilTab(() => diffTabs()[0]);
    await review.open('1');
    assert.equal(diffTabs().length, 1);
    assert.equal(diffTabs()[0]?.isActive, true);
  });

  it('gives the text with what the person has typed and not saved', async () => {
    const change = review.stage('1', edit('a.ts', 'one\n', 'two\n'));
    await review.open('1');
    await type('three\n');
    assert.equal(change.text(), 'three\ntwo\n');
    assert.equal(review.text('1'), 'three\ntwo\n');
  });

  it('saves into memory, and keeps what was saved when the tab is closed', async () => {
    const change = review.stage('1', edit('a.ts', 'one\n', 'two\n'));
    await review.open('1');
    await type('three\n');
    assert.equal(await documents()[1].save(), true);
    await vscode.window.tabGroups.close(diffTabs());
    assert.deepEqual(review.pending(), [{ callId: '1', path: 'a.ts' }], 'closing the tab decides nothing');
    assert.equal(change.text(), 'three\ntwo\n');
    await review.open('1');
    assert.equal(documents()[1].getText(), 'three\ntwo\n');
  });

  it('gives exactly the proposed text while the person has changed nothing, whatever its line endings', async () => {
    const mixed = 'one\r\ntwo\nthree\r\nfour';
    const change = review.stage('1', edit('a.txt', 'one\r\n', mixed));
    await review.open('1');
    assert.equal(change.text(), mixed);
    assert.equal(documents()[1].isDirty, false);
  });

  it('keeps the line endings of every line that the person has not touched', async () => {
    const change = review.stage('1', edit('a.txt', '', 'one\r\ntwo\nthree\r\nfour'));
    await review.open('1');
    await type('zero\n');
    assert.equal(change.text(), 'zero\r\none\r\ntwo\nthree\r\nfour');
  });

  it('shows the characters of the change whatever encoding files have', async () => {
    const files = vscode.workspace.getConfiguration('files');
    await files.update('encoding', 'iso88591', vscode.ConfigurationTarget.Global);
    try {
      const change = review.stage('1', edit('a.txt', 'ä\n', '漢字\n'));
      await review.open('1');
      assert.equal(documents()[0].getText(), 'ä\n');
      assert.equal(documents()[1].getText(), '漢字\n');
      await type('é');
      await documents()[1].save();
      assert.equal(change.text(), 'é漢字\n');
    } finally {
      await files.update('encoding', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('closes exactly the tabs of its change and asks nobody, even with unsaved edits', async () => {
    await openNote();
    const first = review.stage('1', edit('a.ts'));
    review.stage('2', edit('a.ts', 'one\n', 'other\n'));
    await review.open('1');
    await type('edited ');
    await review.open('2');
    await review.close('1');
    assert.deepEqual(
      diffTabs().map(tab => review.activeCallId((tab.input as vscode.TabInputTextDiff).modified)),
      ['2'],
    );
    assert.equal(tabs().length, 2, 'the note and the other change');
    assert.equal(first.text(), 'edited two\n');
    assert.deepEqual(review.pending(), [{ callId: '2', path: 'a.ts' }]);
  });

  it('closes a diff that is just being opened', async () => {
    const change = review.stage('1', edit('a.ts'));
    const opened = review.open('1');
    change.close();
    await opened;
    await untilTab(() => diffTabs().length === 0);
    assert.deepEqual(review.pending(), []);
  });

  it('names the change in the active tab, or the one that a menu was opened on', async () => {
    review.stage('1', edit('a.ts'));
    review.stage('2', edit('b.ts'));
    await review.open('1');
    const first = (diffTabs()[0]?.input as vscode.TabInputTextDiff).modified;
    assert.equal(review.activeCallId(), '1');
    await review.open('2');
    assert.equal(review.activeCallId(), '2');
    assert.equal(review.activeCallId(first), '1');
    await openNote();
    assert.equal(review.activeCallId(), undefined);
  });

  it('goes from change to change in both directions', async () => {
    for (const id of ['1', '2', '3']) review.stage(id, edit(`${id}.ts`));
    const visit = async (move: Promise<boolean>) => ((await move) ? review.activeCallId() : undefined);
    assert.equal(await visit(review.walk.next()), '1');
    assert.equal(await visit(review.walk.next()), '2');
    assert.equal(await visit(review.walk.previous()), '1');
    assert.equal(await visit(review.walk.previous()), '3');
    assert.equal(await visit(review.walk.next()), '1');
  });

  it('says that there is nothing to go to', async () => {
    assert.equal(await review.walk.next(), false);
    assert.equal(await review.walk.previous(), false);
    assert.equal(await review.open('?'), false);
    assert.equal(review.text('?'), undefined);
  });

  it('tells when changes come and go', async () => {
    const counts: number[] = [];
    const subscription = review.onDidChange(() => counts.push(review.pending().length));
    const change = review.stage('1', edit('a.ts'));
    change.close();
    change.close();
    subscription.dispose();
    assert.deepEqual(counts, [1, 0]);
  });

  it('shows a change that is staged again in the tab of the earlier one', async () => {
    review.stage('1', edit('a.ts', 'one\n', 'two\n'));
    await review.open('1');
    const change = review.stage('1', edit('a.ts', 'one\n', 'three\n'));
    const { onDidChangeActiveTextEditor, tabGroups } = vscode.window;
    const isShown = () => vscode.window.activeTextEditor?.document.getText() === 'three\n';
    await until(() => isShown() && diffTabs().length === 1, onDidChangeActiveTextEditor, tabGroups.onDidChangeTabs);
    assert.equal(change.text(), 'three\n');
    assert.equal(review.pending().length, 1);
  });

  it('shows a change that returns on another text in its place, with what the person had typed', async () => {
    const first = review.stage('1', edit('a.ts', 'one\n', 'two\n'));
    await review.walk.begin({ keys: () => ['1'], onShow: () => undefined, onLeave: () => undefined });
    await type('typed ');
    first.close(true);
    const second = review.stage('1', edit('a.ts', 'one\nmore\n', 'two\nmore\n'), undefined, 'typed two\nmore\n');
    assert.equal(second.text(), 'typed two\nmore\n');
    const isShown = () => vscode.window.activeTextEditor?.document.getText() === second.text();
    const { onDidChangeActiveTextEditor, tabGroups } = vscode.window;
    await until(() => isShown() && diffTabs().length === 1, onDidChangeActiveTextEditor, tabGroups.onDidChangeTabs);
    second.close();
    assert.equal(review.stage('1', edit('a.ts')).text(), 'two\n');
    await untilTab(() => diffTabs().length === 0);
  });

  it('knows nothing of edits to an earlier change of the same call', async () => {
    const first = review.stage('1', edit('a.ts', 'one\n', 'two\n'));
    await review.open('1');
    await type('edited ');
    first.close();
    const second = review.stage('1', edit('a.ts', 'other\n', 'merged\n'));
    assert.equal(second.text(), 'merged\n');
    await untilTab(() => diffTabs().length === 0);
    assert.equal(second.text(), 'merged\n');
    await review.open('1');
    assert.equal(documents()[1].getText(), 'merged\n');
    assert.equal(first.text(), 'edited two\n');
  });

  it('shows a part of a large file, which can’t be edited, and accepts all of it', async () => {
    const lines = Array.from({ length: 500_000 }, (_, i) => `line ${i}`);
    const before = lines.join('\r\n');
    lines[300_000] = 'changed';
    const after = lines.join('\r\n');
    const change = review.stage('1', edit('large.txt', before, after));
    await review.open('1');
    const [left, right] = documents();
    assert.match(right.lineAt(0).text, /^Pollux shows only a part of this large file, from line 299981/);
    assert.ok(right.lineCount < 100);
    assert.match(left.getText(), /^line 300000$/m);
    assert.match(right.getText(), /^changed$/m);
    assert.equal(change.text(), after);
    const permissions = (await vscode.workspace.fs.stat(right.uri)).permissions;
    assert.equal(permissions, vscode.FilePermission.Readonly);
  });

  it('shows the part of a very long line that changes', async () => {
    const long = 'x'.repeat(200_000);
    const change = review.stage('1', edit('min.js', `${long}a${long}`, `${long}b${long}`));
    await review.open('1');
    const line = documents()[1].lineAt(1).text;
    assert.ok(line.length < 3000);
    assert.match(line, /^…x+bx+…$/);
    assert.equal(change.text().length, 400_001);
  });

  it('closes what an earlier window has left open', async () => {
    review.stage('1', edit('a.ts'));
    await review.open('1');
    await type('unsaved');
    review.dispose();
    assert.equal(diffTabs().length, 1);
    review = new VscodeChangeReview({ openDiff: () => 'never', log, schemes });
    await untilTab(() => diffTabs().length === 0);
  });

  const edit = (name: string, before = 'one\n', after = 'two\n'): EditProposal => ({
    kind: 'edit',
    path: name,
    file: join(folder, name),
    before,
    after,
  });

  async function openNote(): Promise<vscode.TextEditor> {
    const note = join(folder, 'note.txt');
    await writeFile(note, 'note\n');
    return vscode.window.showTextDocument(vscode.Uri.file(note), { preview: false });
  }
});

const tabs = () => vscode.window.tabGroups.all.flatMap(group => group.tabs);
const diffTabs = () => tabs().filter(tab => tab.input instanceof vscode.TabInputTextDiff);

const untilTab = <T>(check: () => T) => until(check, vscode.window.tabGroups.onDidChangeTabs);

/** The two sides of the open diff. */
function documents(): [vscode.TextDocument, vscode.TextDocument] {
  const input = diffTabs().find(tab => tab.isActive)?.input as vscode.TabInputTextDiff;
  const find = (uri: vscode.Uri) => vscode.workspace.textDocuments.find(d => d.uri.toString() === uri.toString())!;
  return [find(input.original), find(input.modified)];
}

/** Types at the beginning of the active editor. */
async function type(text: string): Promise<void> {
  const editor = vscode.window.activeTextEditor!;
  assert.equal(await editor.edit(builder => builder.insert(new vscode.Position(0, 0), text)), true);
}
