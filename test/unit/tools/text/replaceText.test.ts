import assert from 'node:assert/strict';
import { replaceText } from '../../../../src/tools/text/replaceText';
import { processorMs } from '../../../support/loopBlocks';

const replaced = (text: string, oldString: string, newString: string, expected: number | null = 1) => {
  const result = replaceText(text, oldString, newString, expected);
  assert.ok(result.ok, JSON.stringify(result));
  return result.text;
};

describe('replaceText', () => {
  describe('exactly', () => {
    it('takes both strings literally', () => {
      assert.equal(replaced('a.b a+b', 'a.b', "$& $1 $$ $' \\n"), "$& $1 $$ $' \\n a+b");
    });

    it('replaces as many as expected, and says where they are if there are others', () => {
      assert.equal(replaced('x x x', 'x', 'y', 3), 'y y y');
      assert.equal(replaced('aaa', 'aa', 'b', null), 'ba');
      assert.deepEqual(replaceText('x\nx\n', 'x', 'y', 1), { ok: false, found: 2, lines: [1, 2] });
      assert.deepEqual(replaceText('x', 'z', 'y', null), { ok: false, found: 0, lines: [] });
    });

    it('finds a long text wherever it is, and takes no longer where it is almost everywhere', () => {
      const long = `${'ab'.repeat(40)}c`;
      assert.equal(replaced(`ab${long}${long}ab${long}`, long, '-', 3), 'ab--ab-');
      const side = 'a'.repeat(25_000);
      const took = (text: string) => processorMs(() => replaceText(text, `${side}X${side}`, 'y', 1));
      const [alike, other] = [took('a'.repeat(250_000)), took('b'.repeat(250_000))];
      assert.ok(alike < 10 * other + 500, `${alike} ms against ${other}`);
    });
  });

  describe('with other line endings', () => {
    const rows: readonly (readonly [why: string, text: string, from: string, to: string, result: string])[] = [
      ['all of the file', 'a\r\nb\r\nc\r\n', 'a\nb\n', 'x\ny\nz\n', 'x\r\ny\r\nz\r\nc\r\n'],
      ['of the lines replaced', 'a\nb\r\nc\r\nd\n', 'b\nc', 'x\ny\nz', 'a\nx\r\ny\r\nz\nd\n'.replace('z\n', 'z\r\n')],
      ['of the line itself', 'a\r\nb\nc\n', 'b', 'x\ny', 'a\r\nx\ny\nc\n'],
      ['of the line before at the end', 'a\r\nb', 'b', 'x\ny', 'a\r\nx\r\ny'],
      ['that the model sends as well', 'a\r\nb\r\n', 'a\r\nb', 'x\r\ny', 'x\r\ny\r\n'],
      ['none but what the model sends', 'ab', 'a', 'x\r\n', 'x\r\nb'],
      ['lone carriage returns stay', 'a\rb\r\nc', 'b\nc', 'd\ne', 'a\rd\r\ne'],
      ['the ending itself replaced', 'a\r\nb\r\n', 'a\nb', 'ab', 'ab\r\n'],
    ];
    for (const [why, text, from, to, result] of rows) {
      it(why, () => assert.equal(replaced(text, from, to), result));
    }

    it('leaves alone what is the same in both strings', () => {
      assert.equal(replaced('a\nb\r\nc\nd\r\n', 'a\nb\nc\nd\n', 'a\nb\nC\nd\n'), 'a\nb\r\nC\nd\r\n');
      assert.equal(replaced('a\r\nb\nc\r\n', 'a\nb\nc', 'a\nb\nnew\nc'), 'a\r\nb\nnew\r\nc\r\n');
    });
  });

  describe('whatever the indentation', () => {
    it('takes over that of the file', () => {
      assert.equal(
        replaced(
          'class A {\n    f() {\n        g();\n    }\n}\n',
          'f() {\n    g();\n}',
          'f() {\n    h();\n\n    i();\n}',
        ),
        'class A {\n    f() {\n        h();\n\n        i();\n    }\n}\n',
      );
    });

    it('turns blanks into tabs, and back', () => {
      const [tabs, blanks] = ['\tif a:\n\t\tb()\n', '    if a:\n        b()\n'];
      assert.equal(replaced(tabs, blanks, '    if a:\n        c()\n        d()\n'), '\tif a:\n\t\tc()\n\t\td()\n');
      assert.equal(replaced(blanks, tabs, '\tif a:\n\t\tc()\n\t\td()\n'), '    if a:\n        c()\n        d()\n');
    });

    it('works at the end of a file without newline, and for deletion', () => {
      assert.equal(replaced('a\n  b', ' b\n', ' c\n'), 'a\n  c');
      assert.equal(replaced('a\n  b\nc\n', '\tb\n', ''), 'a\nc\n');
    });

    it('keeps the line endings', () => {
      assert.equal(replaced('a {\r\n\tb\r\n}\r\n', 'a {\n  b\n}', 'a {\n  c\n}'), 'a {\r\n\tc\r\n}\r\n');
    });

    it('counts, and does not take blank lines for text', () => {
      assert.deepEqual(replaceText(' a\n\n  a\n', 'a ', 'b', 1), { ok: false, found: 2, lines: [1, 3] });
      assert.deepEqual(replaceText('a\n\n\n', '  \n\t\n', 'b', null), { ok: false, found: 0, lines: [] });
    });
  });

  describe('whatever the blanks between tokens', () => {
    it('matches calls that are formatted otherwise', () => {
      assert.equal(replaced('  call(a,\n       b)\nnext\n', 'call( a, b )', 'call(c)'), '  call(c)\nnext\n');
    });

    it('does not run words together or cut them', () => {
      assert.equal(replaceText('elsea;\n', 'else  a;', 'x', 1).ok, false);
      assert.equal(replaceText('f( abc\n', 'f(ab', 'x', 1).ok, false);
    });
  });

  describe('escaped once too often', () => {
    const rows: readonly (readonly [why: string, text: string, from: string, to: string, result: string])[] = [
      ['quotes', 'say("a");\n', 'say(\\"a\\")', 'say(\\"b\\")', 'say("b");\n'],
      [
        'newlines',
        'if (x) {\n\ty();\n}\n',
        'if (x) {\\n\\ty();\\n}',
        'if (x) {\\n\\tz();\\n}',
        'if (x) {\n\tz();\n}\n',
      ],
      ['one level, where an escape is meant', 'p("a\\n");\n', 'p(\\"a\\\\n\\");', 'p(\\"b\\\\n\\");', 'p("b\\n");\n'],
      ['quotes only, where an escape is meant', 'p("a\\n");\n', 'p(\\"a\\n\\");', 'p(\\"b\\n\\");', 'p("b\\n");\n'],
      ['many levels', 'a("x")\nb()\n', 'a(\\\\\\"x\\\\\\")\\\\nb()', 'c(\\\\\\"x\\\\\\")\\\\nb()', 'c("x")\nb()\n'],
      ['in a file of other line endings', 'a\r\n"b"\r\nc\r\n', 'a\\n\\"b\\"', 'a\\n\\"d\\"', 'a\r\n"d"\r\nc\r\n'],
      ['quotes beside real newlines', 'f("a")\n', 'f(\\"a\\")\n', 'f(\\"a\\\\n\\")\n', 'f("a\\\\n")\n'],
    ];
    for (const [why, text, from, to, expected] of rows) {
      it(why, () => {
        assert.deepEqual(replaceText(text, from, to, 1), {
          ok: true,
          text: expected,
          count: 1,
          correction: 'unescaped',
        });
      });
    }

    it('but not where it is open what the new text means', () => {
      assert.equal(replaceText('f("a")\n', 'f(\\"a\\")', 'f(\\"a\\")\\ng(\\"b\\")', 1).ok, false);
    });

    it('leaves alone what is there with its escapes', () => {
      assert.deepEqual(replaceText('p("a\\n")', 'p("a\\n")', 'p("b\\n")', 1), {
        ok: true,
        text: 'p("b\\n")',
        count: 1,
      });
    });

    it('counts', () => {
      const result = replaceText('f("a")\nf("a")\n', 'f(\\"a\\")', 'x', 1);
      assert.deepEqual(result, { ok: false, found: 2, lines: [1, 2] });
    });
  });

  describe('where it is almost the same', () => {
    const text = 'function total(items) {\n  // Adds up the prices\n  return items.length;\n}\n\nexport { total };\n';
    const nearly = 'function total(items) {\n  // Adds up the price\n  return items.length;\n}';

    it('keeps the lines of the file that the edit leaves alone', () => {
      assert.deepEqual(replaceText(text, nearly, nearly.replace('length', 'size'), 1), {
        ok: true,
        text: text.replace('length', 'size'),
        count: 1,
        correction: 'fuzzy',
      });
    });

    it('lets blanks count for less', () => {
      const spaced = 'function  total( items )  {\n  //  Adds  up the  price\n  return items . length ;\n}\n';
      assert.equal(replaced(text, spaced, 'gone\n'), 'gone\n\nexport { total };\n');
    });

    it('takes a tenth of the characters and no more', () => {
      assert.equal(replaced('abcdefghij0123456789', 'ABcdefghij0123456789', 'x'), 'x');
      assert.equal(replaceText('abcdefghij0123456789', 'ABCdefghij0123456789', 'x', 1).ok, false);
      assert.equal(replaceText('abcdefghi', 'abcdefghI', 'x', 1).ok, false, 'too short');
    });

    it('does not choose between places', () => {
      const twice = 'let first = compute(1);\nlet other = 0;\nlet first = compute(2);\n';
      const result = replaceText(twice, 'let first = compute(3);', 'x', 1);
      assert.deepEqual(result, { ok: false, found: 0, lines: [] });
      assert.equal(
        replaceText('aaaaaaaaaaaa\naaaaaaaaaaaa\naaaaaaaaaaaa\n', 'aaaaaaaaaaaa\naaaaaaaaaaab', 'x', 1).ok,
        false,
      );
      assert.equal(replaced(twice, 'let first = compute(3);', 'x', 2), 'x\nlet other = 0;\nx\n');
    });

    it('is not held up by a search text that ends in thousands of blank lines', () => {
      const took = (line: string) =>
        processorMs(() => replaceText(line.repeat(125_000), `X${line.repeat(25_000)}`, 'y', 1));
      const [blank, other] = [took(' \n'), took('b\n')];
      assert.ok(blank < 5 * other + 500, `${blank} ms against ${other}`);
    });

    it('gives up soon on ten million characters', () => {
      const line = 'const value = compute(alpha, beta, gamma);\n';
      const long = line.repeat(10_000_000 / line.length);
      const began = performance.now();
      assert.equal(replaceText(long, line.repeat(40).replaceAll('beta', 'bota'), 'z', 1).ok, false);
      assert.ok(performance.now() - began < 3000);
    });
  });

  it('searches for the nearest end of a line once, however many hits there are', () => {
    const text = `\r\n${'abc'.repeat(33_000)}`;
    const took = processorMs(() => assert.ok(replaceText(text, 'a', 'a\nb', null).ok));
    assert.ok(took < 500, `${took} ms`);
    assert.equal(replaced('a\r\na\na a', 'a', 'a\nb', null), 'a\r\nb\r\na\nb\na\nb a\nb');
  });

  it('refuses more hits, or a longer text, than anybody could review', () => {
    assert.throws(() => replaceText('a'.repeat(100_001), 'a', 'b', null), /more than 100,000 replacements/);
    assert.throws(() => replaceText('ab'.repeat(5000), 'a', 'x'.repeat(10_000), null), /more than 20 MB/);
  });

  it('replaces near the end of a line of ten million characters', () => {
    const long = 'x'.repeat(10_000_000);
    assert.equal(replaced(`${long} end`, ' end', ' END').length, long.length + 4);
    assert.equal(replaceText(long, 'y (y)', 'z', 1).ok, false);
  });
});
