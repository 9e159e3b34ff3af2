import assert from 'node:assert/strict';
import { createSecondClicks } from '../../../../src/vscode/changes/secondClicks';

describe('A double click on the button of a row', () => {
  /** Whether each click is dropped. A row that was clicked is gone from the list `abcd` before the next click. */
  const dropped = async (...clicks: readonly (readonly [at: number, id?: string])[]) => {
    let time = 0;
    let rows = ['a', 'b', 'c', 'd'].map(id => ({ id }));
    const isStray = createSecondClicks(
      async () => rows,
      () => time,
    );
    const found: boolean[] = [];
    for (const [at, id] of clicks) {
      time = at;
      found.push(await isStray(id === undefined ? [] : [{ id }, undefined]));
      if (!found.at(-1)) rows = rows.filter(row => row.id !== id);
    }
    return found;
  };

  it('decides nothing about the row that has moved under the pointer', async () => {
    assert.deepEqual(await dropped([0, 'a'], [200, 'b']), [false, true]);
    assert.deepEqual(await dropped([0, 'b'], [200, 'c'], [400, 'c']), [false, true, true]);
  });

  it('is not what slow clicks are, those on another place, or keys', async () => {
    assert.deepEqual(await dropped([0, 'a'], [250, 'b']), [false, false]);
    assert.deepEqual(await dropped([0, 'b'], [100, 'a'], [200, 'd']), [false, false, false]);
    assert.deepEqual(await dropped([0, 'a'], [10], [20]), [false, false, false]);
  });
});
