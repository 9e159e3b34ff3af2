import assert from 'node:assert/strict';
import { createSecondClicks } from '../../../../src/vscode/changes/secondClicks';

describe('A double click on the button of a row', () => {
  const row = (id: string) => ({ id, ids: ['h1'] });
  const stray = (...clicks: readonly (readonly [at: number, row?: object])[]) => {
    let time = 0;
    const isStray = createSecondClicks(() => time);
    return clicks.map(([at, clicked]) => {
      time = at;
      return isStray(clicked ? [clicked, undefined] : []);
    });
  };

  it('decides nothing about the row that has moved under the pointer', () => {
    assert.deepEqual(stray([0, row('a')], [300, row('b')]), [false, true]);
    assert.deepEqual(stray([0, row('a')], [300, row('done')]), [false, true]);
    assert.deepEqual(stray([0, row('a')], [300, row('b')], [600, row('c')]), [false, true, true]);
  });

  it('is not what clicks on one row, two slow clicks, or keys are', () => {
    assert.deepEqual(stray([0, row('a')], [300, row('a')]), [false, false]);
    assert.deepEqual(stray([0, row('a')], [400, row('b')]), [false, false]);
    assert.deepEqual(stray([0], [10], [20, row('a')], [30], [40, { ids: ['h2'] }]), Array(5).fill(false));
  });
});
