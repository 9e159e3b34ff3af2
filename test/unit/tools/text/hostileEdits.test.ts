import assert from 'node:assert/strict';
import { nearestRegion } from '../../../../src/tools/text/nearestRegion';
import { replaceText } from '../../../../src/tools/text/replaceText';
import { processorMs } from '../../../support/loopBlocks';

/** Texts of so many lines that an edit looks for much in; each took a minute or more for 100,000. */
const EDITS: Readonly<Record<string, (lines: number) => unknown>> = {
  'very many hits, too many of them': n => replaceText('a\n'.repeat(n), 'a', 'b', 1),
  'very many hits, all replaced': n => replaceText('a\n'.repeat(n), 'a', 'b', null),
  'hits in a text without lines': n => replaceText(`${'a'.repeat(n)}\r\n`, 'a', 'b\nc', null),
  'very long runs of lines that are alike': n => replaceText('a\n'.repeat(n), ` a\n${'a\n'.repeat(n / 4)}b`, 'x', 1),
  'very many tokens that are alike': n => replaceText('(a\n'.repeat(n), `${'( a '.repeat(900)}c`, 'x', 1),
  'escapes without end': n => replaceText('a\n'.repeat(n), 'a\\n'.repeat(n / 4), 'x', 1),
  'a region of lines that stand everywhere': n => nearestRegion('abc\n'.repeat(n), `${'abc\n'.repeat(n / 4)}zz`),
};

describe('An edit of a hostile text', () => {
  for (const [what, edit] of Object.entries(EDITS)) {
    it(`takes no longer for each line the more there are: ${what}`, () => {
      const took = (lines: number) => Math.min(...[1, 2].map(() => processorMs(() => edit(lines))));
      const [once, eightTimes] = [took(5000), took(40_000)];
      assert.ok(eightTimes < 24 * once + 1000, `${once} ms, then ${eightTimes} ms`);
    });
  }

  it('says at which lines it stands, also where there are many', () => {
    const found = replaceText('x\na\na\n'.repeat(1000), 'a', 'b', 1);
    assert.ok(!found.ok);
    assert.deepEqual([found.found, found.lines.slice(0, 4), found.lines.length], [2000, [2, 3, 5, 6], 50]);
  });
});
