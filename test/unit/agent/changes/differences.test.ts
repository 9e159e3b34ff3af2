import assert from 'node:assert/strict';
import fc from 'fast-check';
import { differencesOf } from '../../../../src/agent/changes/differences';
import { splitLines } from '../../../../src/agent/changes/lineEdits';
import { nextStop, placesIn, storedScope } from '../../../../src/agent/ports/changeScope';
import type { ChangeSource, Hunk } from '../../../../src/agent/ports/changes';

const source = (sessionId: string, turn: string): ChangeSource => {
  return { sessionId, turn, prompt: 'Go', callId: 'c', author: 'tool', title: 'Edit', at: 1 };
};
const hunk = (id: string, start: number, end: number, ...sources: ChangeSource[]): Hunk => {
  return { id, start, end, base: [], sources, isEdited: false };
};

describe('What is different since a moment', () => {
  it('is told place by place, with what of it is under review', () => {
    const found = differencesOf('a\nb\nc\nd\n', 'a\nB\nc\nd\nmine\n', [hunk('h', 1, 2)]);
    assert.deepEqual(
      found.map(({ start, end, base, lines, hunks }) => [start, end, base, lines, hunks.map(({ id }) => id)]),
      [
        [1, 2, ['b\n'], ['B\n'], ['h']],
        [4, 5, [], ['mine\n'], []],
      ],
    );
  });

  it('tells hunks that are next to each other apart, where they are all of it', () => {
    const base = (h: Hunk, ...lines: string[]): Hunk => ({ ...h, base: lines });
    const hunks = [base(hunk('1', 1, 2), 'b\n'), base(hunk('2', 2, 3), 'c\n')];
    const places = (before: string) =>
      differencesOf(before, 'a\nB\nC\nd\n', hunks).map(({ start, end, hunks: own }) => [start, end, own.length]);
    assert.deepEqual(places('a\nb\nc\nd\n'), [
      [1, 2, 1],
      [2, 3, 1],
    ]);
    assert.deepEqual(places('a\nb\nother\nd\n'), [[1, 3, 2]]);
  });

  it('has lines that were only taken away, and files that came or went with nothing in them', () => {
    assert.deepEqual(
      differencesOf('a\nb\nc\n', 'a\nc\n', [hunk('h', 1, 1)]).map(({ hunks }) => hunks.length),
      [1],
    );
    assert.equal(differencesOf(null, '', []).length, 1);
    assert.equal(differencesOf('', null, []).length, 1);
    assert.equal(differencesOf('', '', []).length, 0);
  });

  it('makes the one text of the other, and has no hunk twice', () => {
    const lines = fc.array(fc.constantFrom('a\n', 'b\r\n', 'c\n', '\uD83D\n', 'e\u0301\n'), { maxLength: 12 });
    fc.assert(
      fc.property(lines, lines, fc.array(fc.nat(12), { maxLength: 6 }), (before, now, ends) => {
        const marks = [...ends].sort((a, b) => a - b);
        const hunks = marks.map((at, index) => hunk(`h${index}`, Math.min(at, now.length), Math.min(at, now.length)));
        const found = differencesOf(before.join(''), now.join(''), hunks);
        const text: string[] = [...now];
        for (const { start, end, base } of [...found].reverse()) text.splice(start, end - start, ...base);
        assert.deepEqual(text.join(''), before.join(''));
        const ids = found.flatMap(each => each.hunks.map(({ id }) => id));
        assert.equal(new Set(ids).size, ids.length);
        for (const { start, end, lines: own } of found)
          assert.deepEqual(splitLines(now.join('')).slice(start, end), own);
      }),
    );
  });
});

describe('A scope of changes', () => {
  const places = [
    { file: '/w/a', hunk: hunk('1', 0, 1, source('one', 't1')) },
    { file: '/w/b', hunk: hunk('2', 0, 1, source('one', 't2')) },
    { file: '/w/c', hunk: hunk('3', 0, 1, source('two', 't1'), source('one', 't2')) },
    { file: '/w/d', hunk: hunk('4', 0, 1, source('two', 't1')) },
  ];
  const chat = { sessionId: 'one', turn: 't2' };
  const ids = (kind: 'all' | 'turn' | 'chat') => placesIn(places, { kind }, chat).map(each => each.hunk.id);

  it('is everything, what a chat had a part in, or what its last prompt led to', () => {
    assert.deepEqual(ids('all'), ['1', '2', '3', '4']);
    assert.deepEqual(ids('chat'), ['1', '2', '3']);
    assert.deepEqual(ids('turn'), ['2', '3']);
    assert.deepEqual(placesIn(places, { kind: 'chat' }, undefined), []);
  });

  it('is read as it was stored, and everything where that makes no sense', () => {
    const commit = { kind: 'commit', root: '/w', commit: 'abc', label: 'abc begin' };
    const checkpoint = { kind: 'checkpoint', sessionId: 's', id: '1', label: 'Edit' };
    for (const scope of [{ kind: 'turn' }, { kind: 'chat' }, commit, checkpoint]) {
      assert.deepEqual(storedScope(JSON.parse(JSON.stringify(scope))), scope);
    }
    for (const bad of [undefined, null, 'chat', {}, { kind: 'commit' }, { ...checkpoint, id: 3 }]) {
      assert.deepEqual(storedScope(bad), { kind: 'all' });
    }
  });

  it('is gone through from change to change, across files and around, either way', () => {
    const at = (file: string, line: number) => ({ file, line, ids: [`${file}${line}`] });
    const stops = [at('b', 1), at('b', 5), at('a', 3)];
    const next = (file: string, line: number, by: 1 | -1) => nextStop(stops, { file, line }, by)?.ids[0];
    assert.deepEqual([next('b', 0, 1), next('b', 1, 1), next('b', 5, 1), next('a', 3, 1)], ['b1', 'b5', 'a3', 'b1']);
    assert.deepEqual([next('a', 3, -1), next('b', 5, -1), next('b', 1, -1)], ['b5', 'b1', 'a3']);
    assert.equal(next('c', 2, 1), 'b1', 'from a file without any');
    assert.equal(nextStop(stops, undefined, -1)?.ids[0], 'a3');
    assert.equal(nextStop([], { file: 'a', line: 0 }, 1), undefined);
  });
});
