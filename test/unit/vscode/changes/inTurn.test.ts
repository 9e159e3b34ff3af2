import assert from 'node:assert/strict';
import { createTurns } from '../../../../src/vscode/changes/inTurn';

describe('Decisions by key', () => {
  it('are made one after the other, and keys are taken until the last has gone on to the next change', async () => {
    const happened: string[] = [];
    const inTurn = createTurns(isBusy => happened.push(isBusy ? 'busy' : 'free'));
    const decide = (name: string, fails = false) =>
      inTurn(async () => {
        happened.push(`${name} begins`);
        await Promise.resolve();
        happened.push(`${name} ends`);
        if (fails) throw new Error('It failed.');
      });
    const first = decide('first', true);
    const second = decide('second');
    await assert.rejects(first, /It failed/);
    await second;
    assert.deepEqual(happened, ['busy', 'first begins', 'first ends', 'second begins', 'second ends', 'free']);
    await decide('third');
    assert.deepEqual(happened.slice(6), ['busy', 'third begins', 'third ends', 'free']);
  });
});
