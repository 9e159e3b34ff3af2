import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { call, text } from '../../support/gemini/replies';
import { all, before, changed, names } from '../../support/nineWords';
import { usePollux } from '../support/pollux';
import { useScratchFiles } from '../support/scratchFiles';

describe('The review of all that came of a prompt', () => {
  const pollux = usePollux({ 'pollux.workAheadAfter': 1 });
  const files = useScratchFiles();
  const writes = () => names.map(name => call('write_file', { file_path: files().path(name), content: all }));
  const texts = () => Promise.all(names.map(name => files().read(name)));
  const edits = () => pollux().panel.state.chat.approvals.filter(({ proposal }) => proposal.kind === 'edit');
  const changes = () => pollux().panel.settings.changes;
  beforeEach(() => Promise.all(names.map(name => files().write(name, before))));

  it('is one decision about edits that the agent has gone on from, with nothing written before', async () => {
    const { gemini, panel } = pollux();
    const { activeTextEditor } = vscode.window;
    gemini
      .reply(...writes())
      .reply(call('read_file', { file_path: files().path('b.txt') }))
      .reply(text('All three are loud.'));
    await panel.send('Shout');
    await panel.until(() => panel.said.includes('All three are loud.') && edits().length === 3);
    assert.match(gemini.requests.at(-1)?.toolOutputs.join('\n') ?? '', /EIGHT/, 'the agent reads what it proposed');
    assert.deepEqual(await texts(), [before, before, before]);
    assert.deepEqual(
      vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs),
      [],
      'nothing opens by itself',
    );
    assert.equal(vscode.window.activeTextEditor, activeTextEditor);
    const second = edits().find(({ proposal }) => proposal.kind === 'edit' && proposal.path.endsWith('b.txt'));
    assert.ok(second);
    await panel.reject(second);
    await panel.until(() => edits().length === 2);
    gemini.reply(text('Then not.'));
    await panel.host.decideEdits('accept');
    await panel.untilSaid('Then not.');
    await panel.finished();
    assert.deepEqual(edits(), []);
    assert.deepEqual(await texts(), [all, before, all]);
    assert.match(JSON.stringify(gemini.requests.at(-1)), /edits_decided/);
  });

  it('is offered all at once, while the agent waits for the decisions', async () => {
    const { configure, gemini, panel } = pollux();
    await configure({ 'pollux.workAheadAfter': 600 });
    gemini.reply(...writes()).reply(text('All three are loud.'));
    const asked = gemini.requests.length;
    await panel.send('Shout');
    await panel.until(() => edits().length === 3);
    assert.deepEqual(await texts(), [before, before, before]);
    assert.equal(gemini.requests.length, asked + 1);
    await panel.host.decideEdits('accept');
    await panel.finished();
    assert.match(panel.said, /All three are loud\./);
    assert.deepEqual(await texts(), [all, all, all]);
  });

  it('is a few decisions where edits are made at once, with one step back', async () => {
    const { configure, gemini, panel } = pollux();
    await configure({ 'pollux.review': 'after' });
    await panel.startAnew();
    await panel.until(({ settings }) => settings?.mode === 'autoEdit');
    gemini.reply(...writes()).reply(text('All three are loud.'));
    await panel.ask('Shout');
    const count = (wanted: number) => panel.until(() => (changes()?.count ?? 0) === wanted);
    await count(9);
    assert.equal(changes()?.files, 3);
    const fileOf = (name: string) => changes()?.listed.find(({ path }) => path.endsWith(name))?.file ?? null;
    await panel.host.decideChanges('keep', fileOf('a.txt'));
    await count(6);
    await panel.host.decideChanges('undo', fileOf('b.txt'));
    await count(3);
    const { document } = await files().open('c.txt');
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      document.uri,
    );
    const undo = lenses.find(({ command }) => command?.title.endsWith('Undo'))?.command;
    assert.ok(undo);
    await vscode.commands.executeCommand(undo.command, ...(undo.arguments as unknown[]));
    await count(2);
    await panel.host.decideChanges('keep', null);
    await panel.until(() => changes()?.canTakeBack !== false);
    await panel.host.takeChangesBack();
    await count(2);
    await panel.host.decideChanges('keep', null);
    await count(0);
    assert.deepEqual(await texts(), [all, before, changed('five', 'eight')]);
  });
});
