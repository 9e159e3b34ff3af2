import assert from 'node:assert/strict';
import fc from 'fast-check';
import { firstOf } from '../../../src/tools/firstOf';

describe('The first of many', () => {
  const order = (a: number, b: number) => a - b;

  it('are those that sorting puts first', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -9, max: 9 }), { maxLength: 60 }),
        fc.integer({ min: 1, max: 8 }),
        (all, limit) => {
          assert.deepEqual(firstOf(all, limit, order), all.toSorted(order).slice(0, limit));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('are found with few comparisons', () => {
    const all = Array.from({ length: 20_000 }, (_, n) => (n * 7919) % 20_000);
    let compared = 0;
    const counting = (a: number, b: number) => {
      compared++;
      return a - b;
    };
    assert.deepEqual(firstOf(all, 5, counting), [0, 1, 2, 3, 4]);
    assert.ok(compared < 1.1 * all.length, `${compared} comparisons`);
  });
});
