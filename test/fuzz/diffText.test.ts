import assert from 'node:assert/strict';
import { structuredPatch } from 'diff';
import fc from 'fast-check';
import { changedLines, countChanges, unifiedDiff } from '../../src/tools/text/diffText';
import { fuzzRuns } from '../support/fuzzRuns';

const text = fc
  .tuple(fc.array(fc.constantFrom('a', 'b', '', 'c\r'), { maxLength: 12 }), fc.constantFrom('', '\n'))
  .map(([lines, end]) => lines.join('\n') + end);

describe('A diff, for any texts,', () => {
  it('is that of the whole texts', () => {
    fc.assert(
      fc.property(text, text, text, text, (head, before, after, tail) => {
        const [old, fresh] = [head + before + tail, head + after + tail];
        const lines = structuredPatch('', '', old, fresh, '', '', { context: 0 }).hunks.flatMap(hunk => hunk.lines);
        const count = (sign: string) => lines.filter(line => line.startsWith(sign)).length;
        assert.deepEqual(countChanges(old, fresh), { added: count('+'), removed: count('-') });
        assert.equal(changedLines(old, fresh) === null, old === fresh);
        assert.equal(unifiedDiff(old, fresh) === '', old === fresh);
      }),
      { numRuns: fuzzRuns(1000) },
    );
  });
});
