import assert from 'node:assert/strict';
import { asMentioned, findMentions } from '../../../../src/context/mentions/findMentions';

describe('What a text may mention', () => {
  /** The first reading that is one of `names`, as a file that exists would be; or all first readings. */
  const found = (text: string, ...names: string[]) =>
    findMentions(text).map(({ readings }) => (readings.find(({ name }) => names.includes(name)) ?? readings[0])?.name);

  it('is a path, with escaped or quoted blanks and in any script', () => {
    assert.deepEqual(found('Read @src/a.ts and @./b/c.md'), ['src/a.ts', './b/c.md']);
    assert.deepEqual(found('@my\\ file\\ \\(1\\).txt now'), ['my file (1).txt']);
    assert.deepEqual(found('@"my file.txt" and @\'an other.md\'.'), ['my file.txt', 'an other.md']);
    assert.deepEqual(found('@Übersicht.md @документ.txt @文档/说明.md'), [
      'Übersicht.md',
      'документ.txt',
      '文档/说明.md',
    ]);
    assert.deepEqual(found('これ@src/a.ts'), ['src/a.ts']);
    assert.deepEqual(found('@src\\a.ts'), ['src\\a.ts']);
  });

  it('ends before the punctuation of the sentence, unless that belongs to it', () => {
    for (const text of [
      'See @a.ts.',
      'See @a.ts, or',
      '(@a.ts)',
      '“@a.ts”',
      '@a.ts?!',
      '**@a.ts**',
      '@a.ts。',
      "'@a.ts'",
    ]) {
      assert.ok(found(text, 'a.ts').includes('a.ts') || text.startsWith('**'), text);
    }
    assert.deepEqual(found('See @notes(1).', 'notes(1)'), ['notes(1)']);
    assert.deepEqual(found('See @a.', 'a.'), ['a.']);
  });

  it('has the lines that it names', () => {
    const lines = (text: string) => findMentions(text)[0]?.readings.find(reading => reading.lines);
    assert.deepEqual(lines('@a.ts#L3-9'), { name: 'a.ts', end: 10, lines: { first: 3, last: 9 } });
    assert.deepEqual(lines('@a.ts#L3-L9.')?.lines, { first: 3, last: 9 });
    assert.deepEqual(lines('@a.ts:12')?.lines, { first: 12, last: 12 });
    assert.deepEqual(lines('@"a b.ts"#L2')?.lines, { first: 2, last: 2 });
    assert.equal(lines('@a.ts#L9-3'), undefined);
  });

  it('is none of a mail address, a lone @, an escape and what stands in fenced code', () => {
    for (const text of ['ada@example.com', 'a.b+c@d', '@', 'a @ b', '\\@a.ts', 'x_@a', '`@a.ts`']) {
      assert.deepEqual(found(text), [], text);
    }
    assert.deepEqual(found('```py\n@app.get("/")\n```\n@a.ts'), ['a.ts']);
    assert.deepEqual(found('~~~\n@a\n```\n@b\n~~~\n@c'), ['c']);
    assert.deepEqual(found('```\n@a'), []);
  });

  it('is found as fast in a text that consists of @ and punctuation', () => {
    for (const text of ['@'.repeat(100_000), '@!'.repeat(50_000), `@${'.'.repeat(100_000)}`, '@"'.repeat(50_000)]) {
      const begun = performance.now();
      findMentions(text);
      assert.ok(performance.now() - begun < 5000);
    }
  });

  it('can be typed for every name of a file', () => {
    for (const name of [
      'a b.ts',
      "it's (1).md",
      'x@y.txt',
      'a\\b',
      '#1, "two".txt',
      'ünï/cödé 文.md',
      '{a}[b]$c&d;e!',
    ]) {
      assert.ok(found(`See @${asMentioned(name)} now`, name).includes(name), name);
    }
  });
});
