import assert from 'node:assert/strict';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { call, text } from '../../support/gemini/replies';
import { usePollux } from '../support/pollux';
import { useScratchFiles } from '../support/scratchFiles';
import { until } from '../window';

const words = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', ''];
const spoken = (...loud: string[]) => words.map(word => (loud.includes(word) ? word.toUpperCase() : word)).join('\n');
const names = ['a.txt', 'b.txt', 'c.txt'];
const decided = [spoken('two', 'eight'), spoken('two', 'eight'), spoken('eight')];
/** Of two, five and eight in each file. */
const choices = ['keep', 'undo', 'keep', 'keep', 'undo', 'keep', 'undo', 'undo', 'keep'] as const;
const lineOf = (index: number) => [2, 5, 8][index % 3];

describe('The review of nine places in three files, five kept and four undone', () => {
  const pollux = usePollux({ 'pollux.review': 'after' });
  const files = useScratchFiles();
  const rows = () => pollux().rows('pollux.changes');
  const settled = async () => {
    await pollux().panel.until(({ settings }) => (settings?.changes?.count ?? 0) === 0);
    assert.deepEqual(await Promise.all(names.map(name => files().read(name))), decided);
  };
  const left = (count: number) => pollux().panel.until(({ settings }) => settings?.changes?.count === count);

  beforeEach('have the places changed', async () => {
    const { gemini, panel } = pollux();
    for (const name of names) await files().write(name, spoken());
    const content = spoken('two', 'five', 'eight');
    gemini
      .reply(...names.map(name => call('write_file', { file_path: files().path(name), content })))
      .reply(text('Loud.'));
    await panel.ask('Shout');
    await left(9);
  });

  const { onDidChangeActiveTextEditor, onDidChangeTextEditorSelection } = vscode.window;
  const caretAt = (name: string, line: number | undefined) =>
    until(
      () => {
        const editor = vscode.window.activeTextEditor;
        return editor && basename(editor.document.fileName) === name && editor.selection.active.line + 1 === line;
      },
      onDidChangeActiveTextEditor,
      onDidChangeTextEditorSelection,
    );

  it('takes ten commands at the caret, which goes on by itself from place to place and file to file', async () => {
    const { run } = pollux();
    await run('goToNextChange');
    for (const [index, choice] of choices.entries()) {
      await caretAt(names[Math.floor(index / 3)] ?? '', lineOf(index));
      await run(`${choice}Change`);
    }
    await settled();
  });

  it('takes one command each in the diff of all files, which stays open', async () => {
    const { run } = pollux();
    await run('openAllChanges');
    const label = () => vscode.window.tabGroups.activeTabGroup.activeTab?.label;
    assert.match(label() ?? '', /^Pollux’s changes/);
    await caretAt('a.txt', 2);
    await run('goToNextChange');
    await caretAt('a.txt', 5);
    await run('goToPreviousChange');
    for (const [index, choice] of choices.entries()) {
      await caretAt(names[Math.floor(index / 3)] ?? '', lineOf(index));
      await run(`${choice}Change`);
    }
    assert.match(label() ?? '', /^Pollux’s changes/);
    await settled();
  });

  it('takes one command each in the Changes view, from row to row, and ends on the row that says so', async () => {
    const { run } = pollux();
    await run('showChanges');
    await rows().focus(/^Line 2,/);
    const decide = async (choice: 'keep' | 'undo', count: number, next: RegExp) => {
      await run(`${choice}FocusedRow`);
      await left(count);
      await rows().untilSelected(next);
    };
    await decide('keep', 8, /^Line 5,/);
    await decide('undo', 7, /^Line 8,/);
    // Not waited for in between: the second is about the row that the focus is moving to.
    await Promise.all([run('keepFocusedRow'), run('keepFocusedRow')]);
    await left(5);
    await rows().untilSelected(/^Line 5,/);
    await decide('undo', 4, /^Line 8,/);
    await decide('keep', 3, /^Line 2,/);
    await decide('undo', 2, /^Line 5,/);
    await decide('undo', 1, /^Line 8,/);
    await run('keepFocusedRow');
    await rows().untilSelected(/^All reviewed, 9 changes/);
    await settled();
    await run('takeDecisionBack');
    await left(1);
    await rows().focus(/^Shout, 1 change/);
    await run('keepFocusedRow');
    await rows().untilSelected(/^All reviewed/);
    await settled();
  });
});
