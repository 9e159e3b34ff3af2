import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { call, text } from '../../support/gemini/replies';
import { usePollux } from '../support/pollux';
import { useQuestions } from '../support/questions';
import { useScratchFiles } from '../support/scratchFiles';
import { until } from '../window';

const list = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', ''];
const lower = list.join('\n');
const changed = (...names: string[]) => list.map(line => (names.includes(line) ? line.toUpperCase() : line)).join('\n');
const shop = 'Total\n\nAll that was sold.\n';
const till = 'See Total.\n';

describe('The parts of a change', () => {
  const pollux = usePollux();
  const questions = useQuestions();
  const files = useScratchFiles();

  /** Has three places of a file changed, and the diff shown. */
  async function propose() {
    const { gemini, panel } = pollux();
    await files().write('a.txt', lower);
    const args = { file_path: files().path('a.txt'), content: changed('two', 'five', 'eight') };
    gemini.reply(call('write_file', args)).reply(text('As you like.'));
    await panel.send('Shout');
    const approval = await panel.waiting();
    await panel.host.openDiff(approval.callId);
    return approval;
  }
  async function told(): Promise<string> {
    const { gemini, panel } = pollux();
    await panel.finished();
    assert.match(panel.said, /As you like\./);
    return gemini.requests.at(-1)!.toolOutputs.join('\n');
  }
  /** Puts the caret into a line, counted from 1, of the side of the diff that has the focus. */
  const caretIn = (line: number) => {
    const editor = vscode.window.activeTextEditor!;
    editor.selection = new vscode.Selection(line - 1, 0, line - 1, 0);
  };
  const caretAt = (line: number) =>
    until(
      () => vscode.window.activeTextEditor?.selection.active.line === line - 1,
      vscode.window.onDidChangeTextEditorSelection,
    );
  const shown = () => vscode.window.activeTextEditor!.document.getText();
  const edit = () => {
    const proposal = pollux().panel.state.chat.approvals[0]?.proposal;
    return proposal?.kind === 'edit' ? proposal : undefined;
  };

  it('are left out one by one, and the card and the model hear which', async () => {
    const { panel, run } = pollux();
    await propose();
    assert.deepEqual([edit()?.added, edit()?.removed], [3, 3]);
    caretIn(5);
    await run('leaveChangeOut');
    assert.equal(shown(), changed('two', 'eight'));
    assert.equal(await files().read('a.txt'), lower, 'nothing is written before it is accepted');
    await panel.until(() => edit()?.isEdited);
    assert.deepEqual([edit()?.added, edit()?.removed], [2, 2]);
    assert.doesNotMatch(edit()?.diff ?? '', /FIVE/, 'the card shows what would be written');
    await panel.host.ready();
    await panel.until(() => edit()?.isEdited);
    assert.deepEqual([edit()?.added, edit()?.removed], [2, 2], 'also after the page was made again');
    await run('acceptEdit');
    assert.match(await told(), /The user left out 1 of 3 changes of the edit, at line 5 of the file as it was/);
    assert.equal(await files().read('a.txt'), changed('two', 'eight'));
  });

  it('come back by the editor’s own undo, with the caret going on to the next', async () => {
    const { run } = pollux();
    await propose();
    caretIn(2);
    await run('leaveChangeOut');
    assert.equal(shown(), changed('five', 'eight'));
    await caretAt(5);
    await vscode.commands.executeCommand('undo');
    assert.equal(shown(), changed('two', 'five', 'eight'));
    await caretAt(2);
    for (const line of [5, 8]) {
      await run('goToNextChange');
      await caretAt(line);
    }
    await run('leaveChangeOut');
    await run('acceptEdit');
    await told();
    assert.equal(await files().read('a.txt'), changed('two', 'five'));
  });

  it('can be accepted alone, from the side that shows the file as it was too', async () => {
    const { run } = pollux();
    await propose();
    await vscode.commands.executeCommand('diffEditor.switchSide');
    await until(() => shown() === lower, vscode.window.onDidChangeActiveTextEditor);
    caretIn(5);
    await run('acceptChangeOnly');
    assert.match(await told(), /left out 2 of 3 changes of the edit, at line 2, 8 of/);
    assert.equal(await files().read('a.txt'), changed('five'));
  });

  it('leave the file as it is when none is left, which the user and the model are told', async () => {
    const { run } = pollux();
    await propose();
    await vscode.commands.executeCommand('editor.action.selectAll');
    await run('leaveChangeOut');
    assert.deepEqual(questions().told, ['Nothing is left of this change. Accepting it doesn’t change the file.']);
    await run('acceptEdit');
    assert.match(await told(), /The user left all of the edit out: .*a\.txt was not changed/);
    assert.equal(await files().read('a.txt'), lower);
  });

  it('are none where the caret stands on none, which is said', async () => {
    const { panel, run } = pollux();
    const approval = await propose();
    caretIn(1);
    await run('leaveChangeOut');
    assert.deepEqual(questions().told, ['There is no change here. Ctrl+F7 (macOS: Cmd+F7) goes to the next one.']);
    await panel.reject(approval);
    await panel.finished();
  });

  describe('of several files', () => {
    let language: vscode.Disposable;
    before(() => {
      language = vscode.languages.registerRenameProvider('plaintext', {
        provideRenameEdits(_document, _position, name) {
          const edit = new vscode.WorkspaceEdit();
          edit.replace(vscode.Uri.file(files().file('shop.txt')), new vscode.Range(0, 0, 0, 5), name);
          edit.replace(vscode.Uri.file(files().file('till.txt')), new vscode.Range(0, 4, 0, 9), name);
          return edit;
        },
      });
    });
    after(() => void language.dispose());

    /** Has a rename proposed and shown, all files in one editor. */
    async function rename() {
      const { gemini, panel } = pollux();
      await Promise.all([files().write('shop.txt', shop), files().write('till.txt', till)]);
      const args = { file_path: files().path('shop.txt'), line: 1, symbol: 'Total', new_name: 'Price' };
      gemini.reply(call('rename_symbol', args)).reply(text('As you like.'));
      await panel.send('Find a better name');
      const approval = await panel.waiting();
      assert.ok(approval.proposal.kind === 'edits');
      await panel.host.openDiff(approval.callId);
      assert.match(vscode.window.tabGroups.activeTabGroup.activeTab?.label ?? '', /changes in 2 files/);
    }
    const isGone = () =>
      until(
        () =>
          vscode.window.tabGroups.all.every(({ tabs }) => tabs.every(tab => !tab.label.includes('changes in 2 files'))),
        vscode.window.tabGroups.onDidChangeTabs,
      );

    it('are rejected as one, which closes the editor that shows them', async () => {
      const { run } = pollux();
      await rename();
      await run('rejectEdit');
      await isGone();
      assert.match(await told(), /rejected/);
      assert.deepEqual([await files().read('shop.txt'), await files().read('till.txt')], [shop, till]);
    });

    it('are left out in the editor of them all', async () => {
      const { run } = pollux();
      await rename();
      const link = await until(
        () => vscode.window.visibleTextEditors.find(({ document }) => document.getText().includes('See Price')),
        vscode.window.onDidChangeVisibleTextEditors,
      );
      while (vscode.window.activeTextEditor?.document !== link.document) await run('goToNextChange');
      await run('leaveChangeOut');
      await until(() => link.document.getText() === till, vscode.workspace.onDidChangeTextDocument);
      await run('acceptEdit');
      assert.match(await told(), /The user left out 1 of 1 changes of \S+till\.txt, at line 1/);
      assert.deepEqual(
        [await files().read('shop.txt'), await files().read('till.txt')],
        [shop.replace('Total', 'Price'), till],
      );
    });
  });
});
