import assert from 'node:assert/strict';
import { BINARY } from '../../../../src/node/changes/readReviewed';
import { changedLines } from '../../../../src/vscode/changes/changedLines';

describe('The lines of a change in its row', () => {
  it('are shown, and read aloud so that a change can be decided by ear', () => {
    assert.deepEqual(changedLines(['  a2\r\n'], ['  A2\r\n', 'b\r\n']), {
      shown: '−   a2\n+   A2\n+ b',
      readAlso: '“A2” instead of “a2”',
    });
    assert.equal(changedLines([], ['\n', 'new\n']).readAlso, '“new” added');
    assert.equal(changedLines(['old'], []).readAlso, '“old” removed');
    assert.equal(changedLines(['  x\n'], ['x\n']).readAlso, 'whitespace around “x”');
    assert.equal(changedLines(['\n'], []).readAlso, '');
  });

  it('are cut, between characters, and left out of files that aren’t text', () => {
    const { shown, readAlso } = changedLines(
      [],
      Array.from({ length: 9 }, () => `${'😀'.repeat(200)}\n`),
    );
    assert.equal(shown.split('\n').length, 7);
    assert.equal(readAlso, `“${'😀'.repeat(80)}…” added`);
    assert.deepEqual(changedLines([`${BINARY}1`], [`${BINARY}2`]), { shown: '', readAlso: '' });
  });
});
