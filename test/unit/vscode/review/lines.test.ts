import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  dominantEnding,
  hasMixedEndings,
  lineHunks,
  restoreEndings,
  withLf,
} from '../../../../src/vscode/review/lines';

describe('Lines', () => {
  it('have the ending that most of them have', () => {
    assert.equal(dominantEnding('a\r\nb\r\nc\n'), '\r\n');
    assert.equal(dominantEnding('a\nb\r\n'), '\n');
    assert.equal(dominantEnding('a'), '\n');
  });

  it('have mixed endings if an editor would change them', () => {
    for (const text of ['', 'a', 'a\nb\n', 'a\r\nb\r\nc']) assert.equal(hasMixedEndings(text), false, text);
    for (const text of ['a\nb\r\n', 'a\rb', 'a\r\nb\r']) assert.equal(hasMixedEndings(text), true, text);
  });

  it('differ in hunks that touch nothing else', () => {
    assert.deepEqual(lineHunks('a\nb\nc\nd\ne', 'a\nB\nc\ne\nf'), [
      { start: 1, end: 2, lines: ['B'] },
      { start: 3, end: 4, lines: [] },
      { start: 5, end: 5, lines: ['f'] },
    ]);
    assert.deepEqual(lineHunks('a\r\nb', 'a\nb'), []);
  });

  it('are replaced as one where a finer difference would take too long', () => {
    const numbered = (prefix: string) => Array.from({ length: 20_000 }, (_, i) => `${prefix}${i}`);
    const hunks = lineHunks(
      ['same', ...numbered('a'), 'same'].join('\n'),
      ['same', ...numbered('b'), 'same'].join('\n'),
    );
    assert.equal(hunks.length, 1);
    assert.deepEqual([hunks[0]!.start, hunks[0]!.end], [1, 20_001]);
  });

  it('keep their own endings where the text around them changes', () => {
    assert.equal(restoreEndings('a\r\nb\nc\r\nd', 'a\nb\nx\nc\nd'), 'a\r\nb\nx\r\nc\r\nd');
    assert.equal(restoreEndings('a\r\nb\n', 'a\nb\nc'), 'a\r\nb\nc');
    assert.equal(restoreEndings('a\r\nb\r\n', 'x\ny\n'), 'x\r\ny\r\n');
  });

  it('stay apart where a lone carriage return would meet the line feed of a new line', () => {
    assert.equal(restoreEndings('c\r\r', 'c\n\n\n'), 'c\n\n\n');
    assert.equal(restoreEndings('a\rb', 'a\n\nb'), 'a\n\nb');
  });

  const text = fc
    .array(fc.tuple(fc.constantFrom('a', 'b', 'c', ''), fc.constantFrom('\n', '\r\n', '\r')), { maxLength: 12 })
    .chain(lines => fc.constantFrom('', 'z').map(last => lines.map(line => line.join('')).join('') + last));

  it('become the other text by their hunks', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = withLf(before).split('\n');
        for (const hunk of lineHunks(before, after).reverse()) {
          lines.splice(hunk.start, hunk.end - hunk.start, ...hunk.lines);
        }
        assert.equal(lines.join('\n'), withLf(after));
      }),
    );
  });

  it('are the same after their endings were lost and restored', () => {
    fc.assert(fc.property(text, original => assert.equal(restoreEndings(original, withLf(original)), original)));
  });

  it('say the same, whatever endings they are given', () => {
    fc.assert(
      fc.property(text, text, (original, edited) => {
        assert.equal(withLf(restoreEndings(original, edited)), withLf(edited));
      }),
    );
  });
});
