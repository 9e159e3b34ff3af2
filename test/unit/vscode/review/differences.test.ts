import assert from 'node:assert/strict';
import fc from 'fast-check';
import { differencesAt, differencesOf, hunksBack, type Difference } from '../../../../src/vscode/review/differences';

const before = 'a\nb\nc\nd\ne\nf\ng';
const after = 'a\nB\nc\ne\nf\nnew\ng';

/** `after` with the lines from before in place of some differences. */
function without(left: readonly Difference[], old: string, text: string): string {
  const lines = text.split('\n');
  for (const { start, end, lines: back } of hunksBack(left, old).reverse()) lines.splice(start, end - start, ...back);
  return lines.join('\n');
}

describe('Differences', () => {
  const all = differencesOf(before, after);

  it('say which lines of one text stand for which of the other', () => {
    assert.deepEqual(all, [
      { before: { start: 1, end: 2 }, after: { start: 1, end: 2 } },
      { before: { start: 3, end: 4 }, after: { start: 3, end: 3 } },
      { before: { start: 6, end: 6 }, after: { start: 5, end: 6 } },
    ]);
  });

  it('are found by their lines on either side', () => {
    assert.deepEqual(differencesAt(all, 'after', 1, 1), [all[0]]);
    assert.deepEqual(differencesAt(all, 'after', 0, 0), []);
    assert.deepEqual(differencesAt(all, 'before', 3, 3), [all[1]]);
    assert.deepEqual(differencesAt(all, 'before', 6, 6), [all[2]]);
    assert.deepEqual(differencesAt(all, 'after', 0, 9), all);
  });

  it('are found where lines are gone by the line after them, or else by the one before', () => {
    assert.deepEqual(differencesAt(all, 'after', 3, 3), [all[1]]);
    assert.deepEqual(differencesAt(all, 'after', 2, 2), [all[1]]);
    const end = differencesOf('a\nb', 'a');
    assert.deepEqual(differencesAt(end, 'after', 0, 0), end);
  });

  it('are one where an editor would draw them as one', () => {
    const lines = (prefix: string) => Array.from({ length: 4 }, (_, i) => `${prefix}${i}`).join('\n');
    const few = differencesOf(`${lines('a')}\n}\n${lines('b')}`, `${lines('c')}\n}\n${lines('d')}`);
    assert.deepEqual(few, [{ before: { start: 0, end: 9 }, after: { start: 0, end: 9 } }]);
    assert.equal(differencesOf('a\n}\nb', 'c\n}\nd').length, 2);
  });

  it('leave the others alone when one is taken back', () => {
    assert.equal(without(all.slice(1, 2), before, after), 'a\nB\nc\nd\ne\nf\nnew\ng');
  });

  it('make the text before of the text after when all are taken back', () => {
    const text = fc.array(fc.constantFrom('', 'a', 'b', 'c', '}'), { maxLength: 30 }).map(lines => lines.join('\n'));
    fc.assert(
      fc.property(text, text, (one, other) => {
        const found = differencesOf(one, other);
        assert.equal(without(found, one, other), one);
        assert.equal(without([], one, other), other);
        for (const each of found) {
          const rest = without([each], one, other);
          assert.ok(found.length > 1 || rest === one);
        }
      }),
    );
  });
});
