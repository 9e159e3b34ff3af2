import assert from 'node:assert/strict';
import { diffArrays } from 'diff';
import fc from 'fast-check';
import { diffLines } from '../../../src/agent/changes/lineEdits';
import { leastEditLength } from '../../../src/shared/leastEditLength';
import { lineHunks } from '../../../src/vscode/review/lines';
import { processorMs } from '../../support/loopBlocks';

describe('The least length of an edit', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 });

  it('is what has to be removed and added at any rate', () => {
    assert.equal(leastEditLength(['a', 'b', 'a'], ['b', 'a', 'a']), 0);
    assert.equal(leastEditLength(['a', 'b', 'a'], ['a', 'c']), 3);
    assert.equal(leastEditLength([], ['a', 'a']), 2);
  });

  it('is never more than a diff needs, so that one is given up only if it would give up itself', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const least = leastEditLength(before, after);
        assert.equal(least === 0 || diffArrays(before, after, { maxEditLength: least - 1 }) === undefined, true);
      }),
    );
  });

  it('keeps a text whose every line was changed from being compared for long', () => {
    const lines = (end: string) => Array.from({ length: 40_000 }, (_, n) => `const value${n} = ${n}${end}\n`);
    const [before, after] = [lines(''), lines(';')];
    const [old, made] = [before.join(''), after.join('')];
    const took = [() => diffLines(before, after), () => lineHunks(old, made)].map(processorMs);
    assert.ok(
      took.every(ms => ms < 150),
      `${took.join(' and ')} ms`,
    );
  });
});
