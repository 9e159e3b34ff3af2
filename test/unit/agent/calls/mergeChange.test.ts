import assert from 'node:assert/strict';
import { mergeChange } from '../../../../src/agent/calls/mergeChange';

describe('A change made on top of another one', () => {
  const text = (...lines: string[]) => lines.map(line => `${line}\n`).join('');
  const base = text('a', 'b', 'c', 'd', 'e');

  it('keeps both where they are apart', () => {
    const ours = text('a', 'B', 'c', 'd', 'e');
    assert.equal(mergeChange(base, ours, text('a', 'b', 'c', 'D', 'e')), text('a', 'B', 'c', 'D', 'e'));
    assert.equal(mergeChange(base, ours, text('0', 'a', 'b', 'c', 'd')), text('0', 'a', 'B', 'c', 'd'));
    assert.equal(mergeChange(base, ours, `${base}f`), `${ours}f`);
  });

  it('is refused where lines that touch have changed', () => {
    const ours = text('a', 'B', 'c', 'd', 'e');
    for (const current of [
      text('a', 'x', 'c', 'd', 'e'),
      text('a', 'b', 'x', 'd', 'e'),
      text('a', 'c', 'd', 'e'),
      '',
    ]) {
      assert.equal(mergeChange(base, ours, current), null, current);
    }
  });

  it('is there once where both made the same', () => {
    const ours = text('a', 'B', 'c', 'd', 'E');
    assert.equal(mergeChange(base, ours, text('a', 'B', 'c', 'd', 'e')), ours);
  });

  it('stays at its own place among lines that are there several times', () => {
    const twice = text('{', 'x', '}', '{', 'x', '}');
    const ours = text('{', 'x', '}', '{', 'X', '}');
    assert.equal(mergeChange(twice, ours, text('{', '}', '{', 'x', '}')), text('{', '}', '{', 'X', '}'));
    assert.equal(
      mergeChange(twice, ours, text('{', 'x', '}', '0', '{', 'x', '}')),
      text('{', 'x', '}', '0', '{', 'X', '}'),
    );
  });

  it('keeps the ends of lines, and a last line without one', () => {
    assert.equal(mergeChange('a\r\nb\r\nc', 'A\r\nb\r\nc', 'a\r\nb\r\nd'), 'A\r\nb\r\nd');
  });
});
