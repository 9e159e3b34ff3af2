import assert from 'node:assert/strict';
import fc from 'fast-check';
import { FrontMatterError, readFrontMatter } from '../../src/context/frontMatter';
import { parseSkill } from '../../src/context/parseSkills';
import { fuzzRuns } from '../support/fuzzRuns';

describe('The head of a file, for any text,', () => {
  const single = (text: string) => `'${text.replaceAll("'", "''")}'`;
  const double = (text: string) => JSON.stringify(text);
  const lines = (text: string) => text.replace(/[\r\n]/g, '');

  it('gives quoted texts back as they were', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (a, b) => {
        const head = `---\na: ${double(a)} # x\nb: ${single(lines(b))}\n---\nBody`;
        const { values, body } = readFrontMatter(head);
        assert.deepEqual([values.get('a'), values.get('b'), body], [a, lines(b), 'Body']);
      }),
      { numRuns: fuzzRuns(100) },
    );
  });

  it('is read, or refused by a line that is in it', () => {
    const words = [
      '---',
      '---\n',
      '\n',
      'name:',
      'description: ',
      ' ',
      'a',
      '"',
      "'",
      '\\',
      '>',
      '|-',
      '- ',
      '#',
      '\t',
      '\r',
    ];
    const text = fc.array(fc.constantFrom(...words), { maxLength: 40 }).map(each => `---\n${each.join('')}`);
    fc.assert(
      fc.property(text, content => {
        const count = content.split(/\r\n|\r|\n/).length;
        try {
          for (const line of readFrontMatter(content).lines.values()) assert.ok(line > 1 && line < count);
        } catch (error) {
          assert.ok(error instanceof FrontMatterError && error.line >= 1 && error.line <= count, String(error));
        }
        const place = { tier: 'user', folder: '/s' } as const;
        const { skill, problems } = parseSkill({ place, file: '/s/a/SKILL.md', text: content });
        assert.ok(skill !== null || problems.length > 0);
      }),
      { numRuns: fuzzRuns(100) },
    );
  });
});
