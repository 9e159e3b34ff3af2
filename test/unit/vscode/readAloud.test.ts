import assert from 'node:assert/strict';
import { readAloud } from '../../../src/vscode/readAloud';

describe('What is read of a row', () => {
  it('is its texts, with a comma after each that is no sentence', () => {
    assert.equal(readAloud('Line 2', '+1 −1', '“b” added'), 'Line 2, +1 −1, “b” added');
    assert.equal(
      readAloud('Line 2', '+1 · Loud words are read.', '“b” added'),
      'Line 2, +1 · Loud words are read. “b” added',
    );
    assert.equal(readAloud('Line 2', '', undefined), 'Line 2');
    assert.equal(readAloud('Tidy a., please?', 'done'), 'Tidy a., please? done');
  });
});
