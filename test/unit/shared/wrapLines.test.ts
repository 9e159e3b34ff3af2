import assert from 'node:assert/strict';
import { wrapLines } from '../../../src/shared/wrapLines';

describe('A text whose lines are wrapped', () => {
  it('has no line that is longer, and all of its words', () => {
    assert.equal(
      wrapLines('{\n  "description": "Tells the weather of a city"\n}', 24),
      '{\n  "description": "Tells \n    the weather of a \n    city"\n}',
    );
    assert.equal(wrapLines('abcdefgh', 4), 'abcd\n  ef\n  gh');
    assert.equal(wrapLines(`${' '.repeat(9)}abc`, 6), '      \n      \n   abc');
  });

  it('hides nothing behind blanks, and splits no character', () => {
    const text = `echo hi;${' '.repeat(5000)}rm -rf x; 😀😀😀😀😀😀`;
    const lines = wrapLines(text, 10).split('\n');
    assert.ok(lines.every(line => Array.from(line).length <= 10));
    assert.equal(lines[0], 'echo hi;  ');
    assert.equal(lines.join('').replaceAll(' ', ''), text.replaceAll(' ', ''));
  });

  it('is left as it is where it fits', () => {
    assert.equal(wrapLines('a b\n\nc', 3), 'a b\n\nc');
  });
});
