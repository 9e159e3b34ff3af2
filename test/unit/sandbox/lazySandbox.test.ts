import assert from 'node:assert/strict';
import { createLazySandbox } from '../../../src/sandbox/lazySandbox';

describe('The sandbox before its first command', () => {
  const lazy = (isWanted: boolean, isContained = false) => {
    const open = async () => ({ note: async () => 'In a sandbox.', dispose: () => undefined }) as never;
    return createLazySandbox({ isWanted: () => isWanted, isForAll: () => false, isContained: () => isContained, open });
  };

  it('tells the model whether commands run in it', async () => {
    assert.equal(await lazy(true).note(), 'In a sandbox.');
    assert.equal(await lazy(false).note(), 'Shell commands run without a sandbox.');
    assert.match(await lazy(false, true).note(), /^All of this runs in a sandbox/);
    assert.equal(await lazy(true, true).note(), 'In a sandbox.');
  });
});
