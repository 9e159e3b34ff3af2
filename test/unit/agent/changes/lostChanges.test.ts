import assert from 'node:assert/strict';
import { LostChanges } from '../../../../src/agent/changes/lostChanges';
import type { FileChanges, Hunk } from '../../../../src/agent/ports/changes';

const FILE = '/w/a.txt';
const LINES = ['ONE\n', 'two\n', 'THREE\n', 'four\n', 'FIVE\n'];

function hunk(id: string, line: number): Hunk {
  const base = [(LINES[line] ?? '').toLowerCase()];
  return { id, start: line, end: line + 1, base, sources: [], isEdited: false };
}

function state(...hunks: readonly Hunk[]): FileChanges {
  return { lines: LINES, hunks, wasThere: true, isThere: true };
}

/** Lost hunks with a store beside them, as a ledger is one; `reopened` is what the next window makes of that. */
function open(stored = new Map<string, FileChanges>()) {
  const lost = new LostChanges({
    onListed: (key, _file, listed) => (listed ? stored.set(key, listed) : stored.delete(key)),
  });
  for (const [key, listed] of [...stored]) lost.restore(key, listed);
  const ids = () => lost.listed().map(({ hunk: { id } }) => id);
  return { lost, ids, stored, reopened: () => open(stored) };
}

describe('LostChanges', () => {
  it('stores nothing any longer of what was dismissed bit by bit, in several windows one after the other', () => {
    const first = open();
    first.lost.observed(FILE, state(hunk('a', 0), hunk('b', 2), hunk('c', 4)), undefined, true);
    first.lost.dismiss(['a']);
    const second = first.reopened();
    assert.deepEqual(second.ids(), ['b', 'c']);
    second.lost.dismiss(['b']);
    const third = second.reopened();
    assert.deepEqual(third.ids(), ['c']);
    third.lost.dismiss(['c']);
    assert.equal(third.stored.size, 0);
  });

  it('stores both losses of a file whose first hunk was there at both times', () => {
    const { lost, ids, reopened } = open();
    const all = [hunk('a', 0), hunk('b', 2)];
    lost.observed(FILE, state(...all), state(hunk('a', 0)), true);
    lost.observed(FILE, state(hunk('a', 0)), undefined, true);
    assert.deepEqual(ids().sort(), ['a', 'b']);
    assert.deepEqual(reopened().ids().sort(), ['a', 'b']);
  });

  it('stores what a renamed file has lost by its new name', () => {
    const { lost, stored, reopened } = open();
    lost.observed(FILE, state(hunk('a', 0)), undefined, true);
    lost.renamed(FILE, '/w/b.txt');
    assert.equal(stored.size, 1);
    assert.deepEqual(
      reopened()
        .lost.listed()
        .map(({ file }) => file),
      ['/w/b.txt'],
    );
  });

  it('leaves what is lost to the user where the agent has edited the file since, whatever text comes back', () => {
    const { lost, ids } = open();
    lost.observed(FILE, state(hunk('a', 0)), undefined, true);
    lost.outdate(FILE);
    assert.equal(lost.take(FILE, LINES.join(''), undefined), undefined);
    assert.deepEqual(ids(), ['a']);
  });

  it('forgets what the user has undone before what the user is to decide about', () => {
    const { lost, ids } = open();
    lost.observed(FILE, state(hunk('a', 0)), undefined, true);
    for (let count = 0; count < 250; count++) lost.observed(FILE, state(hunk(`u${count}`, 2)), undefined, false);
    assert.deepEqual(ids(), ['a']);
  });
});
