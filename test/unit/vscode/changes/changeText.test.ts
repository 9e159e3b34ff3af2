import assert from 'node:assert/strict';
import type { ChangeSource } from '../../../../src/agent/ports/changes';
import { reasonOf, sourcesOf } from '../../../../src/vscode/changes/changeText';

const edit: ChangeSource = {
  sessionId: 's',
  turn: 't',
  prompt: 'Go',
  callId: 'c',
  author: 'tool',
  title: 'Edit a.txt',
  at: 1,
};

describe('The reason shown for a change', () => {
  it('is what the model said, with the calls beside it', () => {
    const sources = [edit, { ...edit, title: 'Write a.txt', reason: 'Louder.' }];
    assert.equal(reasonOf({ sources }), 'Louder.');
    assert.equal(sourcesOf({ sources }), 'Louder.\nEdit a.txt, Write a.txt');
  });

  it('is the command that made it', () => {
    const sources = [{ ...edit, author: 'command' as const, title: 'npm run fix' }];
    assert.equal(reasonOf({ sources }), 'npm run fix');
    assert.equal(sourcesOf({ sources }), 'npm run fix');
  });

  it('is not the name of the file again', () => {
    assert.equal(reasonOf({ sources: [edit] }), '');
    assert.equal(sourcesOf({ sources: [edit] }), 'Edit a.txt');
    assert.equal(sourcesOf({ sources: [] }), '');
  });
});
