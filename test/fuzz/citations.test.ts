import assert from 'node:assert/strict';
import fc from 'fast-check';
import { withCitations } from '../../src/tools/text/citations';
import { fuzzRuns } from '../support/fuzzRuns';

describe('Citations, in any text,', () => {
  it('stand at the bytes that are named, and change nothing else', () => {
    const pieces = fc.array(
      fc.string({ unit: 'grapheme', minLength: 1 }).filter(piece => !/[[\]\n]/.test(piece)),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(pieces, texts => {
        const ends = texts.map((_, i) => new TextEncoder().encode(texts.slice(0, i + 1).join('')).length);
        const cited = withCitations(texts.join(''), {
          sources: [{ title: 'T', uri: 'u:' }],
          supports: ends.map(end => ({ end, sources: [0] })).reverse(),
          fetched: [],
        });
        assert.equal(cited, `${texts.map(each => `${each}[1]`).join('')}\n\nSources:\n[1] T (u:)`);
      }),
      { numRuns: fuzzRuns(100) },
    );
  });
});
