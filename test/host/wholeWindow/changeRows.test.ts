import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { call, text } from '../../support/gemini/replies';
import { usePollux } from '../support/pollux';
import { useQuestions } from '../support/questions';
import { useScratchFiles } from '../support/scratchFiles';
import { workspaceFolder } from '../window';

const words = ['one', 'two', 'three', 'four', 'five', ''];
const spoken = (...loud: string[]) => words.map(word => (loud.includes(word) ? word.toUpperCase() : word)).join('\n');
const before = spoken();
const after = spoken('two', 'five');

describe('The rows of the Changes view', () => {
  const pollux = usePollux({ 'pollux.review': 'after' });
  const questions = useQuestions();
  const files = useScratchFiles();
  const rows = () => pollux().rows('pollux.changes');
  let root: string;
  const git = (...args: readonly string[]) => {
    const who = ['-c', 'user.name=A', '-c', 'user.email=a@example.org', '-c', 'commit.gpgsign=false'];
    return execFileSync('git', [...who, ...args], { cwd: root, encoding: 'utf8', stdio: 'pipe' });
  };
  const commit = (message: string) => {
    git('add', '.');
    git('commit', '--allow-empty', '-qm', message);
  };
  beforeEach(async () => (root = await workspaceFolder()));
  afterEach(async () => {
    await pollux().run('showAllChanges');
    commit('Removed');
  });

  async function shout(prompt = 'Shout', name = 'words.txt', content = after) {
    const { gemini, panel } = pollux();
    const args = { file_path: files().path(name), content };
    gemini.reply(text('Loud words are read first.'), call('write_file', args)).reply(text('Done.'));
    await panel.ask(prompt);
    assert.equal(await files().read(name), content);
  }
  const pick = (name: RegExp) => (offered: readonly { readonly label: string }[]) => {
    const found = offered.find(({ label }) => name.test(label));
    assert.ok(found, `${String(name)} is offered`);
    return found;
  };

  it('are those of a turn, a chat, or all since a commit or a checkpoint, with what can be done there', async () => {
    const { run } = pollux();
    await files().write('words.txt', before);
    commit('Words');
    await files().write('mine.txt', 'mine\n');
    await shout();
    await shout('Louder', 'words.txt', spoken('two', 'three', 'five'));
    await run('showTurnChanges');
    await rows().find(/^Louder, 1 change/);
    assert.equal(rows().description, 'this turn');
    await rows().none(/^Shout/);
    await run('showChatChanges');
    await rows().find(/^Shout, 2 changes/);
    void questions().answer(/since this commit/, pick(/Words$/));
    await run('showChangesSinceCommit');
    await rows().find(/^mine\.txt, new/);
    assert.match(rows().description, /^since Words \([0-9a-f]{8}\)$/);
    await rows().find(/^words\.txt/);
    // What is under review has its reason, and can be decided here as well.
    await rows().press(/^Line 2, .*Loud words are read first/, 'undoChange');
    assert.equal(await files().read('words.txt'), spoken('three', 'five'));
    await rows().press(/^Line 5, .*Loud words are read first/, 'undoChange');
    assert.equal(await files().read('words.txt'), spoken('three'));
    await run('openShownChanges');
    const [tab] = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);
    assert.match(tab?.label ?? '', /^Changes since Words.*2 files/);
    void questions().answer(/state before this change/, pick(/words\.txt/));
    await run('showChangesSinceCheckpoint');
    await rows().find(/^words\.txt/);
    await rows().none(/^mine\.txt/);
    await run('showAllChanges');
    await rows().find(/^Louder, 1 change/);
    assert.equal(rows().description, '');
    await run('keepAllChanges');
    assert.equal(await files().read('words.txt'), spoken('three'));
  });

  it('are what git takes away as needing the user, who has it applied again', async () => {
    const { run } = pollux();
    await files().write('lost.txt', before);
    commit('Lost');
    await run('showAllChanges');
    await shout('Shout', 'lost.txt');
    await rows().find(/^lost\.txt/);
    git('checkout', '-q', files().path('lost.txt'));
    await rows().find(/^Needs you, 2 changes/);
    await rows().find(/^lost\.txt, replaced outside of Pollux/);
    await rows().press(/^Line 2, .*Loud words/, 'openLostChange');
    const [tab] = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);
    assert.ok(tab?.input instanceof vscode.TabInputTextDiff);
    await rows().press(/^Line 2, .*Loud words/, 'applyLostChanges');
    await rows().find(/^Needs you, 1 change/);
    assert.equal(await files().read('lost.txt'), spoken('two'));
    await rows().find(/^Shout, 1 change/);
    await rows().press(/^Line 5, .*Loud words/, 'dismissLostChanges');
    await rows().none(/^Needs you/);
    await rows().find(/^Shout, 1 change/);
  });

  it('are staged once kept, and nothing else is', async () => {
    const { run } = pollux();
    const nine = (...loud: string[]) =>
      [...words.slice(0, -1), 'six', 'seven', 'eight', 'nine', '']
        .map(word => (loud.includes(word) ? word.toUpperCase() : word))
        .join('\n');
    await files().write('kept.txt', nine());
    commit('Kept');
    await shout('Shout', 'kept.txt', nine('two', 'eight'));
    const editor = await files().open('kept.txt');
    await editor.edit(builder => {
      builder.replace(new vscode.Range(4, 0, 4, 4), 'FIVE');
      builder.insert(new vscode.Position(0, 0), 'zero\n');
    });
    await editor.document.save();
    const edited = `zero\n${nine('two', 'five', 'eight')}`;
    await rows().press(/^Line 3, .*Loud words/, 'keepChange');
    await run('stageKeptChanges');
    assert.equal(git('show', `:${files().path('kept.txt')}`), nine('two'));
    assert.equal(await files().read('kept.txt'), edited);
    assert.equal(git('log', '-1', '--format=%s').trim(), 'Kept');
  });

  it('stand by turn, file and place, with commands of their own', async () => {
    const { gemini, panel, run } = pollux();
    await files().write('greet.txt', before);
    gemini
      .reply(
        text('Loud words are never meant.'),
        call('write_file', { file_path: files().path('greet.txt'), content: spoken('one', 'three', 'five') }),
        call('write_file', { file_path: files().path('test.txt'), content: 'loud\n' }),
      )
      .reply(text('All is loud now, and a test holds it.'));
    await panel.ask('Shout, and test it');
    assert.deepEqual(
      (await rows().all()).map(({ name, depth }) => [depth, name.replace(/, 4 changes$| “.*/, '')]),
      [
        [0, 'Shout, and test it'],
        [1, `greet.txt, ${basename(files().file('.'))}`],
        [2, 'Line 1, +1 −1 · Loud words are never meant.'],
        [2, 'Line 3, +1 −1 · Loud words are never meant.'],
        [2, 'Line 5, +1 −1 · Loud words are never meant.'],
        [1, `test.txt, new · ${basename(files().file('.'))}`],
        [2, 'Line 1, +1 · Loud words are never meant.'],
      ],
    );
    await rows().find(/^Shout, and test it, 4 changes/);
    await rows().press(/^Line 3,/, 'undoChange');
    assert.equal(await files().read('greet.txt'), spoken('one', 'five'));
    await rows().press(/^test\.txt/, 'undoFileChanges');
    assert.equal(await files().exists('test.txt'), false);
    void questions().answer(/^2 changes were kept/, () => undefined);
    await rows().press(/^greet\.txt/, 'keepFileChanges');
    await rows().find(/^All reviewed/);
    await run('takeDecisionBack');
    await rows().find(/^Line 5,/);
    void questions().answer(/^2 changes were undone/, () => undefined);
    await run('undoAllChanges');
    assert.equal(await files().read('greet.txt'), before);
  });

  it('of a command are decided as edits are, undone at the end of a step, and the model hears it', async () => {
    const { gemini, panel } = pollux();
    await files().write('e.txt', before);
    const run = (command: string) => call('run_shell_command', { command });
    const [file, go] = [files().path('e.txt'), files().path('go.txt')];
    gemini
      .reply(run(`printf 'one\\nTWO\\n' > ${file}`))
      .reply(run(`while [ ! -e ${go} ]; do sleep 0.1; done`))
      .reply(text('Done.'));
    const { document } = await files().open('e.txt');
    const undo = async () => {
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
        'vscode.executeCodeLensProvider',
        document.uri,
      );
      return lenses.map(({ command }) => command).find(command => command?.title.includes('Undo'));
    };
    await panel.send('Shorten it');
    const first = await panel.waiting();
    await panel.accept(first);
    await panel.accept(await panel.until(({ chat }) => chat.approvals.find(({ callId }) => callId !== first.callId)));
    await rows().find(/^e\.txt/);
    assert.equal(await files().read('e.txt'), 'one\nTWO\n');
    const lens = await undo();
    assert.ok(lens);
    assert.match(lens.title, /Undo$/);
    await vscode.commands.executeCommand(lens.command, ...(lens.arguments as unknown[]));
    assert.match((await undo())?.title ?? '', /Undo after this step/);
    assert.equal(await files().read('e.txt'), 'one\nTWO\n');
    await files().write('go.txt', '');
    await panel.finished();
    await rows().none(/^e\.txt/);
    assert.equal(await files().read('e.txt'), before);
    assert.match(JSON.stringify(gemini.requests.at(-1)), /The user undid[^.]*: [^.]*e\.txt:2/);
  });
});
