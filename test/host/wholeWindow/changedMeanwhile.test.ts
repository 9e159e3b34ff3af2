import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { call, text } from '../../support/gemini/replies';
import { usePollux } from '../support/pollux';
import { useScratchFiles } from '../support/scratchFiles';

const poem = 'Roses are red\nViolets are blue\n\nSugar is sweet\nAnd so are you\n';

describe('A change under review', () => {
  const pollux = usePollux({ 'pollux.openDiff': 'never' });
  const files = useScratchFiles();

  /** Has an edit proposed; resolves when it waits. */
  async function propose(name: string) {
    const { gemini, panel } = pollux();
    await files().write(name, poem);
    const args = { file_path: files().path(name), old_string: 'Violets are blue', new_string: 'Violets are violet' };
    gemini.reply(call('replace', args)).reply(text('As you like.'));
    await panel.send('Make violets violet');
    return panel.waiting();
  }
  /** Accepts it where the file has changed since; resolves with the question that comes of that. */
  async function conflict(name: string, meanwhile: string) {
    const { panel } = pollux();
    const approval = await propose(name);
    await files().write(name, meanwhile);
    await panel.accept(approval);
    const again = await panel.until(({ chat }) => chat.approvals.find(each => each.conflict));
    assert.equal(await files().read(name), meanwhile);
    return again;
  }
  /** What the model was told in the end. */
  async function told(): Promise<string> {
    const { gemini, panel } = pollux();
    await panel.finished();
    assert.match(panel.said, /As you like\./);
    return gemini.requests.at(-1)!.toolOutputs.join('\n');
  }

  it('is never written over what came onto the disk meanwhile: both are kept on Merge', async () => {
    const { callId, conflict: found } = await conflict('disk.txt', poem.replace('And so are you', 'And so am I'));
    assert.deepEqual(found, { canMerge: true });
    await pollux().panel.host.decide(callId, { decision: 'accept', merge: true });
    assert.match(await told(), /The file had changed since the edit was proposed/);
    const both = poem.replace('And so are you', 'And so am I').replace('blue', 'violet');
    assert.equal(await files().read('disk.txt'), both);
  });

  it('is merged into what was typed in an editor and not saved', async () => {
    const { panel } = pollux();
    const approval = await propose('editor.txt');
    const editor = await files().open('editor.txt');
    await editor.edit(builder => builder.insert(new vscode.Position(4, 14), ' too'));
    await panel.accept(approval);
    const { callId } = await panel.until(({ chat }) => chat.approvals.find(each => each.conflict));
    assert.equal(await files().read('editor.txt'), poem);
    await panel.host.decide(callId, { decision: 'accept', merge: true });
    assert.match(await told(), /unsaved changes in the editor/);
    const both = poem.replace('blue', 'violet').replace('are you', 'are you too');
    assert.equal(editor.document.getText(), both);
    assert.equal(await files().read('editor.txt'), poem);
    await editor.document.save();
    assert.equal(await files().read('editor.txt'), both);
  });

  it('offers no merge where both changed the same line, and asks the model again', async () => {
    const meanwhile = poem.replace('blue', 'green');
    const { callId, conflict: found } = await conflict('same.txt', meanwhile);
    assert.deepEqual(found, { canMerge: false });
    const reason = 'The file changed. Read the file again.';
    await pollux().panel.host.decide(callId, { decision: 'reject', reason });
    assert.match(await told(), /file changed.*Read the file again/);
    assert.equal(await files().read('same.txt'), meanwhile);
  });

  it('can be discarded when the file changed', async () => {
    const meanwhile = `${poem}A last line\n`;
    await pollux().panel.reject(await conflict('fourth.txt', meanwhile));
    assert.match(await told(), /rejected/);
    assert.equal(await files().read('fourth.txt'), meanwhile);
  });

  it('makes a new file with exactly the text that was shown', async () => {
    const { gemini, panel, run } = pollux();
    const content = 'first\n\n\tsecond without a line end';
    gemini.reply(call('write_file', { file_path: files().path('made/new.txt'), content })).reply(text('As you like.'));
    await panel.send('Make a file');
    const { callId, proposal } = await panel.waiting();
    assert.ok(proposal.kind === 'edit' && proposal.isNew);
    await panel.host.openDiff(callId);
    assert.equal(vscode.window.activeTextEditor?.document.getText(), content);
    assert.equal(await files().exists('made/new.txt'), false);
    await run('acceptEdit');
    await told();
    assert.equal(await files().read('made/new.txt'), content);
  });

  it('leaves byte order mark and line endings as they are', async () => {
    const { gemini, panel } = pollux();
    await files().write('windows.ini', '\ufeff[a]\r\none=1\r\ntwo=2\r\nthree=3');
    const args = { file_path: files().path('windows.ini'), old_string: 'two=2', new_string: 'two=2\ntwo.five=2.5' };
    gemini.reply(call('replace', args)).reply(text('As you like.'));
    await panel.send('Add a value');
    await panel.accept(await panel.waiting());
    await told();
    assert.equal(await files().read('windows.ini'), '\ufeff[a]\r\none=1\r\ntwo=2\r\ntwo.five=2.5\r\nthree=3');
  });

  it('adds no line end to a file that has none, though its diff was edited', async () => {
    const { gemini, panel, run } = pollux();
    await files().write('last.txt', 'no line end');
    const args = { file_path: files().path('last.txt'), content: 'still no line end' };
    gemini.reply(call('write_file', args)).reply(text('As you like.'));
    await panel.send('Rewrite it');
    await panel.host.openDiff((await panel.waiting()).callId);
    await vscode.commands.executeCommand('cursorEnd');
    await vscode.commands.executeCommand('type', { text: '!' });
    await run('acceptEdit');
    await told();
    assert.equal(await files().read('last.txt'), 'still no line end!');
  });
});
