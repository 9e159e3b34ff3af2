import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { UtilityReply } from '../../src/agent/ports/utilityModel';
import { looksOverEscaped, onlyUnescapes } from '../../src/tools/text/overEscaped';
import { createWriteFile } from '../../src/tools/writeFile';
import { ToolPlace } from '../support/toolPlace';
import { fuzzRuns } from '../support/fuzzRuns';

const piece = fc.constantFrom(
  '\n',
  '\\',
  '\\n',
  '\\\\n',
  '"',
  "'",
  '`',
  '\t',
  '\\t',
  '\\d',
  'n',
  't',
  'a',
  ' ',
  '€',
  '{',
  '}',
);
const text = fc.array(piece, { maxLength: 12 }).map(pieces => pieces.join(''));

/** Without every backslash and with every escape undone: what is left of a text whatever its escapes. */
const bare = (given: string) =>
  given.replace(/\\+([nrt]?)/g, (_, letter: string) => ({ n: '\n', r: '\r', t: '\t' })[letter] ?? '');
/** As `bare`, where newlines and tabs can't be told from the letters that stand for them. */
const barest = (given: string) => bare(given).replace(/[\nn]/g, 'n').replace(/[\tt]/g, 't');

describe('Content that was escaped once too often', () => {
  it('may become what it was', () => {
    fc.assert(
      fc.property(text, plain => {
        const escaped = JSON.stringify(plain).slice(1, -1);
        assert.ok(onlyUnescapes(escaped, plain));
        assert.ok(onlyUnescapes(JSON.stringify(escaped).slice(1, -1), plain));
        if (plain.split('\n').length > 2) assert.ok(looksOverEscaped(escaped) || isJson(escaped));
      }),
      { numRuns: fuzzRuns(100) },
    );
  });

  it('may become nothing that differs in more than escapes, nor gain one, nor lose that of a letter', () => {
    const undone: Readonly<Record<string, string>> = { n: '\n', t: '\t' };
    const slashes = fc.integer({ min: 0, max: 3 });
    const change = fc.tuple(slashes, slashes, fc.constantFrom('n', 't', 'd', '"', 'a'), fc.boolean());
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 2 }), changes => {
        const escaped = changes.map(([from, , character]) => '\\'.repeat(from) + character).join('');
        const written = changes.map(([, to, character, isUndone]) => {
          return '\\'.repeat(to) + ((isUndone ? undone[character] : undefined) ?? character);
        });
        const isRight = changes.every(([from, to, character, isUndone]) => {
          if (isUndone && undone[character] !== undefined) return to < from;
          return to === from || (to < from && (to > 0 || character === '"'));
        });
        assert.equal(onlyUnescapes(escaped, written.join('')), isRight);
      }),
      { numRuns: fuzzRuns(100) },
    );
  });

  it('is all that a model is asked about, and may change', async () => {
    await fc.assert(
      fc.asyncProperty(text, text, fc.boolean(), async (content, other, isHonest) => {
        const place = new ToolPlace();
        let asked = 0;
        const ask = async (): Promise<UtilityReply> => {
          asked++;
          return { ok: true, text: JSON.stringify({ content: isHonest ? content.replaceAll('\\n', '\n') : other }) };
        };
        const tool = createWriteFile({ usesModel: () => true });
        const args = place.args('write_file', { file_path: 'a.txt', content });
        const { after, correction } = await tool.propose(args, { ...place.context, model: { ask } });
        if (content.includes('\n') || !content.includes('\\n') || isJson(content)) assert.equal(asked, 0);
        if (asked === 0) assert.equal(after, content);
        assert.equal(correction, after === content ? undefined : 'escapes');
        assert.equal(barest(after), barest(content));
      }),
      { numRuns: fuzzRuns(100) },
    );
  });
});

function isJson(given: string): boolean {
  try {
    JSON.parse(given);
    return true;
  } catch {
    return false;
  }
}
