import assert from 'node:assert/strict';
import { ChangeStore } from '../../../../src/agent/changes/changeStore';
import { baseOf } from '../../../../src/agent/changes/fileChanges';
import { clearOfHunks } from '../../../../src/agent/changes/observe';
import type { ChangeSource } from '../../../../src/agent/ports/changes';

const FILE = '/w/a.ts';
const source = (callId: string, more: Partial<ChangeSource> = {}): ChangeSource => ({
  sessionId: 's',
  turn: 't',
  prompt: 'Go',
  callId,
  author: 'tool',
  title: 'Edit a.ts',
  at: 1,
  ...more,
});

function openStore() {
  let count = 0;
  const changed: string[] = [];
  const store = new ChangeStore({ newId: () => `h${++count}`, onChange: files => changed.push(...files) });
  const ids = () => store.all().map(({ hunk }) => hunk.id);
  const base = () => baseOf(store.stateOf(FILE) ?? assert.fail('nothing is known of the file')).join('');
  return { store, changed, ids, base };
}

describe('The store of changes', () => {
  it('gives each place that a call changed a hunk, with the call and the reason', () => {
    const { store } = openStore();
    store.agentEdited(FILE, 'a\nb\nc\nd\n', 'A\nb\nc\nd\ne\n', source('1', { reason: 'Names are upper case' }));
    const hunks = store.all().map(({ hunk }) => hunk);
    assert.deepEqual(
      hunks.map(({ id, start, end, base, sources }) => [id, start, end, base, sources[0]?.reason]),
      [
        ['h2', 0, 1, ['a\n'], 'Names are upper case'],
        ['h1', 4, 5, [], 'Names are upper case'],
      ],
    );
  });

  it('takes a decision back in a file that was renamed since, and never one that later edits build on', () => {
    const { store, ids } = openStore();
    const moved = '/w/b.ts';
    store.agentEdited(FILE, 'a\nb\n', 'A\nb\n', source('1'));
    store.decide(ids(), 'undo');
    store.renamed(FILE, moved);
    assert.deepEqual(store.stepBack()?.writes, [{ file: moved, before: 'a\nb\n', text: 'A\nb\n' }]);
    store.decide(ids(), 'undo');
    store.agentEdited(moved, 'a\nb\n', 'b\n', source('2'));
    store.renamed(moved, FILE);
    assert.deepEqual(store.stepBack()?.writes ?? [], []);
    assert.equal(store.stateOf(FILE)?.lines.join(''), 'b\n');
  });

  it('marks what was looked at, until somebody changes it, and decides nothing by that', () => {
    const { store, ids, changed } = openStore();
    store.agentEdited(FILE, 'a\nb\nc\nd\ne\n', 'A\nA\nb\nc\nd\nE\n', source('1'));
    store.mark(ids(), true);
    const marks = () => store.all().map(({ hunk }) => hunk.isSeen ?? false);
    assert.deepEqual(marks(), [true, true]);
    const told = changed.length;
    store.mark(ids(), true);
    assert.equal(changed.length, told, 'nothing is told twice');
    store.edited(FILE, [{ start: { line: 2, character: 0 }, end: { line: 2, character: 0 }, text: 'typed\n' }]);
    assert.deepEqual(marks(), [true, true]);
    store.edited(FILE, [{ start: { line: 0, character: 0 }, end: { line: 1, character: 0 }, text: '' }]);
    assert.deepEqual(marks(), [false, true]);
    store.agentEdited(FILE, 'A\ntyped\nb\nc\nd\nE\n', 'A\ntyped\nb\nc\nd\nEE\n', source('2'));
    assert.deepEqual(marks(), [false, false]);
    store.mark(ids(), true);
    store.mark([ids()[0] ?? ''], false);
    assert.deepEqual(marks(), [false, true]);
  });

  it('undoes one hunk and keeps another, wherever the user has typed meanwhile', () => {
    const { store, ids } = openStore();
    store.agentEdited(FILE, 'a\nb\nc\n', 'A\nb\nC\n', source('1'));
    const typed = { start: { line: 1, character: 1 }, end: { line: 1, character: 1 }, text: ' mine\nmore' };
    assert.ok(store.edited(FILE, [typed]));
    const [first = '', second = ''] = ids();
    assert.deepEqual(store.decide([second], 'keep').writes, []);
    assert.deepEqual(store.decide([first], 'undo').writes, [
      { file: FILE, before: 'A\nb mine\nmore\nC\n', text: 'a\nb mine\nmore\nC\n' },
    ]);
    assert.deepEqual(store.files(), []);
  });

  it('has the hunks of two chats in one file, of which one is decided without the other', () => {
    const { store, ids, base } = openStore();
    store.agentEdited(FILE, 'a\nb\nc\n', 'A\nb\nc\n', source('1', { sessionId: 'one' }));
    store.agentEdited(FILE, 'A\nb\nc\n', 'A\nb\nC\n', source('1', { sessionId: 'two' }));
    const [first = ''] = ids();
    assert.deepEqual(store.decide([first], 'undo').writes[0]?.text, 'a\nb\nC\n');
    assert.equal(base(), 'a\nb\nc\n');
    assert.equal(store.all()[0]?.hunk.sources[0]?.sessionId, 'two');
  });

  it('makes one hunk of calls that change the same lines, and says so of lines of the user', () => {
    const { store } = openStore();
    store.agentEdited(FILE, 'a\nb\n', 'A\nb\n', source('1'));
    store.agentEdited(FILE, 'A\nb\n', 'AA\nb\n', source('2'));
    store.edited(FILE, [{ start: { line: 0, character: 2 }, end: { line: 0, character: 2 }, text: '!' }]);
    const [place] = store.all();
    assert.deepEqual(
      place?.hunk.sources.map(({ callId }) => callId),
      ['1', '2'],
    );
    assert.equal(place.hunk.isEdited, true);
    assert.deepEqual(place.hunk.base, ['a\n']);
  });

  it('takes what a formatter or git did for the user’s, and has no hunk where the base is back', () => {
    const { store, base } = openStore();
    store.agentEdited(FILE, 'a\nb\nc\n', 'a\nB\nc\n', source('1'));
    store.observed(FILE, 'a\nB\n  c\n');
    assert.equal(base(), 'a\nb\n  c\n');
    store.observed(FILE, 'a\nb\n  c\n');
    assert.deepEqual(store.files(), []);
  });

  it('knows lines that were deleted when the editor’s undo puts them back', () => {
    const { store } = openStore();
    store.agentEdited(FILE, 'a\nb\nc\n', 'a\nc\n', source('1'));
    store.edited(FILE, [{ start: { line: 1, character: 0 }, end: { line: 1, character: 0 }, text: 'b\n' }]);
    assert.deepEqual(store.all(), []);
  });

  it('deletes a created file when it is undone, but not one that somebody has written in', () => {
    const { store, ids } = openStore();
    store.agentEdited(FILE, null, 'a\nb\n', source('1'));
    assert.deepEqual(store.decide(ids(), 'undo').writes, [{ file: FILE, before: 'a\nb\n', text: null }]);
    store.agentEdited(FILE, null, 'a\nb\n', source('2'));
    store.edited(FILE, [{ start: { line: 0, character: 1 }, end: { line: 0, character: 1 }, text: ' mine' }]);
    const { writes, left } = store.decide(ids(), 'undo');
    assert.deepEqual([writes, left.map(({ file }) => file)], [[], [FILE]]);
  });

  it('leaves an empty file that was created and kept, whatever is written into it and undone', () => {
    const { store, ids } = openStore();
    store.agentEdited('/w/other.txt', 'x\n', 'X\n', source('1'));
    store.agentEdited(FILE, null, '', source('1'));
    store.decide(ids().slice(1), 'keep');
    store.agentEdited(FILE, '', 'a\n', source('2'));
    assert.deepEqual(store.decide(ids().slice(1), 'undo').writes, [{ file: FILE, before: 'a\n', text: '' }]);
  });

  it('leaves lines that the user added to a created file', () => {
    const { store, ids } = openStore();
    store.agentEdited(FILE, null, 'a\n', source('1'));
    store.edited(FILE, [{ start: { line: 1, character: 0 }, end: { line: 1, character: 0 }, text: 'mine\n' }]);
    assert.equal(store.decide(ids(), 'undo').writes[0]?.text, 'mine\n');
  });

  it('writes a deleted file again, and follows one that is empty', () => {
    const { store, ids } = openStore();
    store.agentEdited(FILE, 'a\n', null, source('1'));
    assert.deepEqual(store.decide(ids(), 'undo').writes, [{ file: FILE, before: null, text: 'a\n' }]);
    store.agentEdited('/w/empty', null, '', source('2'));
    assert.deepEqual(store.decide(ids(), 'undo').writes, [{ file: '/w/empty', before: '', text: null }]);
  });

  it('asks nothing about a file that somebody else deleted or wrote again', () => {
    const { store } = openStore();
    store.agentEdited(FILE, 'a\n', 'b\n', source('1'));
    store.observed(FILE, null);
    assert.deepEqual(store.files(), []);
    store.agentEdited(FILE, 'a\n', null, source('2'));
    store.observed(FILE, 'other\n');
    assert.deepEqual(store.files(), []);
  });

  it('takes one decision about many files back, but not what was written since', () => {
    const { store, ids } = openStore();
    const other = '/w/b.ts';
    store.agentEdited(FILE, 'a\nb\nc\n', 'A\nb\nc\n', source('1'));
    store.agentEdited(other, null, 'new\n', source('2'));
    const all = ids();
    assert.deepEqual(
      store.decide(all, 'undo').writes.map(({ text }) => text),
      ['a\nb\nc\n', null],
    );
    store.edited(FILE, [{ start: { line: 2, character: 0 }, end: { line: 2, character: 0 }, text: 'mine\n' }]);
    const step = store.stepBack();
    assert.deepEqual(step?.writes, [
      { file: FILE, before: 'a\nb\nmine\nc\n', text: 'A\nb\nmine\nc\n' },
      { file: other, before: null, text: 'new\n' },
    ]);
    assert.deepEqual(ids(), all);
    assert.equal(store.decide(all, 'undo').writes[1]?.text, null);
  });

  it('takes the edit that touches no hunk, where the text alone does not tell', () => {
    const lines = ['p\n', 'y\n', 'x\n', 'z\n', 'q\n'];
    const hunk = { id: 'h', start: 1, end: 4, base: [], sources: [], isEdited: false };
    const edit = { start: 3, end: 3, lines: ['y\n', 'x\n'] };
    assert.deepEqual(clearOfHunks(lines, [hunk], edit), { start: 1, end: 1, lines: ['y\n', 'x\n'] });
  });

  it('brings back nothing that is open again since', () => {
    const { store, ids } = openStore();
    store.agentEdited(FILE, null, '', source('1'));
    store.observed(FILE, 'mine\n');
    const open = store.stateOf(FILE) ?? assert.fail('nothing is known of the file');
    const { id } = store.decide(ids(), 'undo');
    assert.ok(id !== undefined && store.lastDecision === id);
    store.restore(FILE, open);
    assert.equal(store.lastDecision, undefined);
    assert.equal(store.stepBack(), null);
    assert.equal(ids().length, 1);
  });

  it('follows a formatter through every line of a long file in little time, in an editor or without one', function () {
    this.timeout(30_000);
    const { store, ids, base } = openStore();
    const lines = Array.from({ length: 40_000 }, (_, index) => `const value${index} = ${index}\n`);
    const made = lines.map((line, index) => (index % 80 === 7 ? line.replace('const', 'let') : line));
    store.agentEdited(FILE, lines.join(''), made.join(''), source('1'));
    const known = ids();
    const closed = made.map(line => line.replace('\n', ';\n'));
    const edits = made.map((line, index) => {
      const end = { line: index, character: line.length - 1 };
      return { start: end, end, text: ';' };
    });
    if (!store.edited(FILE, edits)) store.observed(FILE, closed.join(''));
    assert.deepEqual(ids(), known);
    assert.equal(base(), lines.map((line, index) => (index % 80 === 7 ? line : line.replace('\n', ';\n'))).join(''));
    store.observed(FILE, made.join(''));
    assert.deepEqual(ids(), known);
  });
});
