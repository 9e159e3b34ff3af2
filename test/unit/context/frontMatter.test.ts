import assert from 'node:assert/strict';
import { FrontMatterError, readFrontMatter } from '../../../src/context/frontMatter';

describe('The head of a Markdown file', () => {
  const valuesOf = (...head: string[]) =>
    Object.fromEntries(readFrontMatter(`---\n${head.join('\n')}\n---\nBody`).values);
  const fails = (text: string, line: number, message: RegExp) =>
    assert.throws(
      () => readFrontMatter(text),
      error => error instanceof FrontMatterError && error.line === line && message.test(error.message),
      text,
    );

  it('is refused where it is longer, or holds more, than a head does', () => {
    fails(`---\n${'a:\n'.repeat(501)}\n---\n`, 502, /more than 500 lines/);
    fails(`---\na: {${'a,'.repeat(1600)}}\n---\n`, 1, /too many lists and maps/);
    fails('---\na: 1\nb: 2\na: 3\n---\n', 4, /twice/);
  });

  it('has texts, plain and quoted', () => {
    const values = valuesOf(
      '# how we publish',
      'name: release  # really',
      'description: Use it when: a release is due, not #1',
      "single: 'it''s # here' # there",
      'double: "a \\"b\\" \\u00e9\\n\\x41 \\\\\\U0001F600"',
      '',
      'number: 12',
      'dashed-key.x:   y',
      'url: https://a.example/#b',
    );
    assert.deepEqual(values, {
      name: 'release',
      description: 'Use it when: a release is due, not',
      single: "it's # here",
      double: 'a "b" é\nA \\😀',
      number: '12',
      'dashed-key.x': 'y',
      url: 'https://a.example/#b',
    });
  });

  it('has texts over several lines, folded and literal', () => {
    const values = valuesOf(
      'folded: >-',
      '  one',
      '  two',
      '',
      '  three # no comment',
      'literal: |',
      '    a',
      '      b',
      'plain: one',
      '  two',
      '  three # a comment',
      'quoted: "one',
      '  two"',
      'last: x',
    );
    assert.deepEqual(values, {
      folded: 'one two\nthree # no comment',
      literal: 'a\n  b',
      plain: 'one two three',
      quoted: 'one two',
      last: 'x',
    });
  });

  it('may have lists and maps, which are no texts', () => {
    const values = valuesOf(
      'a: [x, y]',
      'b: {x: y}',
      'c:',
      '  - x',
      '  - y',
      'd:',
      '- x',
      'e:',
      '  f: g',
      'h: &x y',
      'i: *x',
      'j:',
      'name: z',
    );
    assert.deepEqual(values, { h: 'y', name: 'z' });
  });

  it('ends where it says, whatever the line ends are, and the rest is the body', () => {
    const { values, lines, body } = readFrontMatter('\uFEFF---\r\nname: a\r\n--- \r\n\r\nOne\r\n---\r\nTwo\r\n');
    assert.deepEqual([values.get('name'), lines.get('name'), body], ['a', 2, 'One\n---\nTwo']);
    assert.equal(readFrontMatter('---\n---').body, '');
  });

  it('is named by its line if it can not be read', () => {
    fails('name: a', 1, /begin with/);
    fails('', 1, /begin with/);
    fails('---\nname: a', 1, /ends the head is missing/);
    fails('---\nname: a\nname: b\n---', 3, /twice/);
    fails('---\nname: a\nnonsense\n---', 3, /must have the form/);
    fails(`---\na: ${'x'.repeat(10_000)}\n---`, 1, /longer than/);
    fails('---\n- name\n---', 2, /must have the form/);
    fails(`---\n${'- '.repeat(4000)}\n---`, 2, /deep/);
    fails(`---\na: b\nc: ${'['.repeat(4000)}\n---`, 3, /deep/);
    fails('---\na: b\nname: "a\n---', 3, /isn't closed/);
    fails("---\nname: 'a' b\n---", 2, /isn't valid YAML: Unexpected scalar/);
    fails('---\nname: "\\q"\n---', 2, /escape sequence \\q/);
  });
});
