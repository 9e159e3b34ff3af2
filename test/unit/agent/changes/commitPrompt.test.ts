import assert from 'node:assert/strict';
import { ChangeStore } from '../../../../src/agent/changes/changeStore';
import { commitMessageIn, commitPrompt } from '../../../../src/agent/changes/commitPrompt';

describe('The message of a commit', () => {
  it('is written from what was kept, why, and what earlier messages look like', () => {
    const store = new ChangeStore({ newId: () => 'h', onChange: () => undefined });
    const source = {
      sessionId: 's',
      turn: 't',
      prompt: 'Trim names',
      callId: 'c',
      author: 'tool',
      title: 'Edit',
      at: 1,
    } as const;
    store.agentEdited('/w/a.ts', 'one\r\ntwo\r\n', 'one\r\nTWO\r\n', { ...source, reason: 'Blanks are never meant.' });
    const state = store.stateOf('/w/a.ts')!;
    const prompt = commitPrompt([{ path: 'a.ts', state }], ['Add greetings']);
    assert.match(prompt, /^Earlier messages:\n- Add greetings\n/);
    assert.match(prompt, /- Trim names: Blanks are never meant\.\n/);
    assert.match(prompt, /--- a\.ts\n@@ 2 @@\n-two\n\+TWO$/);
    assert.ok(commitPrompt([{ path: 'x'.repeat(90_000), state }], []).length < 41_000);
  });

  it('is what the model says, without a block around it', () => {
    assert.equal(commitMessageIn('```text\nTrim names\n\nWhy.\n```\n'), 'Trim names\n\nWhy.');
    assert.equal(commitMessageIn(' Trim names\r\n'), 'Trim names');
    assert.equal(commitMessageIn('\n'), '');
  });
});
