import assert from 'node:assert/strict';
import { processorMs } from '../../../support/loopBlocks';
import { ControlFilter, stripControls, visible } from '../../../../src/tools/text/controls';
import { changedLines, countChanges, unifiedDiff } from '../../../../src/tools/text/diffText';
import { commonEnding, countLines, lineAt, linesBetween } from '../../../../src/tools/text/lines';
import { mediaTypeOf, toBase64 } from '../../../../src/tools/text/mediaType';
import { nearestRegion } from '../../../../src/tools/text/nearestRegion';
import { findOmission } from '../../../../src/tools/text/omissions';
import { end, start } from '../../../../src/shared/cutText';
import { cutLine, cutMiddle, shorten } from '../../../../src/tools/text/truncate';

describe('truncating', () => {
  it('never cuts a character in two', () => {
    assert.deepEqual([start('a🎉b', 2), start('a🎉b', 3), end('a🎉b', 2), end('a🎉b', 3)], ['a', 'a🎉', 'b', '🎉b']);
    assert.deepEqual([shorten('abcdef', 4), shorten('abcd', 4)], ['abc…', 'abcd']);
    assert.equal(cutLine('abcd', 2), 'ab... [truncated]');
  });

  it('keeps the beginning and the end', () => {
    assert.equal(cutMiddle('0123456789', 10), '0123456789');
    assert.equal(cutMiddle('0123456789abcdef', 10), '01\n\n... [6 characters omitted] ...\n\n89abcdef');
  });
});

describe('lines', () => {
  it('count without one after the last newline', () => {
    assert.deepEqual(['', 'a', 'a\n', 'a\nb', '\n\n'].map(countLines), [0, 1, 1, 2, 2]);
  });

  it('are taken from the middle', () => {
    assert.deepEqual(linesBetween('a\r\nb\nc', 2, 9), ['b', 'c']);
    assert.deepEqual(linesBetween('a\r\nb\n', 1, 1), ['a']);
    assert.deepEqual(linesBetween('', 1, 5), []);
    assert.deepEqual([lineAt('a\nb\nc', 0), lineAt('a\nb\nc', 2), lineAt('a\nb\nc', 4)], [1, 2, 3]);
  });

  it('have a common ending', () => {
    assert.deepEqual(['', 'a\r\nb\nc\r\n', 'a\nb\r\n'].map(commonEnding), ['\n', '\r\n', '\n']);
  });
});

describe('control characters', () => {
  const rows: readonly (readonly [given: string, clean: string])[] = [
    ['\x1b[1;31mred\x1b[0m', 'red'],
    ['\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\', 'link'],
    ['\x1b]52;c;aGk=\x07x', 'x'],
    ['\x1bPq#0\x1b\\x', 'x'],
    ['\x1b(Bx\x1b=y\x9b31mz', 'xyz'],
    ['a\x08b\x7fc\td\ne', 'abc\td\ne'],
    ['\x1b]never ended\nnext', '\nnext'],
    ['one\r\ntwo', 'one\ntwo'],
  ];

  it('are taken out', () => {
    for (const [given, clean] of rows) assert.equal(stripControls(given), clean, JSON.stringify(given));
    assert.equal(stripControls('1%\r99%\r\nx\r'), '99%\nx');
  });

  it('are taken out of pieces, wherever those are cut', () => {
    for (const [given, clean] of rows) {
      for (let at = 0; at <= given.length; at++) {
        const filter = new ControlFilter();
        assert.equal(
          filter.push(given.slice(0, at)) + filter.push(given.slice(at)),
          clean,
          `${JSON.stringify(given)} ${at}`,
        );
      }
    }
    const filter = new ControlFilter();
    assert.equal(filter.push('1%\r2%\r') + filter.push('3%'), '1%\n2%\n3%');
  });

  it('are made visible in one line', () => {
    assert.equal(visible('a\u202eb\0c\u2028d\te'), 'a\\u{202E}b\\u{0}c\\u{2028}d e');
  });
});

describe('a diff', () => {
  it('counts lines', () => {
    assert.deepEqual(countChanges('a\nb\nc\n', 'a\nB\nC\nc\n'), { added: 2, removed: 1 });
    assert.deepEqual(countChanges('', 'a\nb'), { added: 2, removed: 0 });
    assert.deepEqual(countChanges('a', 'a\n'), { added: 1, removed: 1 });
  });

  it('is cut after some lines', () => {
    const text = Array.from({ length: 50 }, (_, n) => `${n}\n`).join('');
    assert.match(unifiedDiff('', text, 10) ?? '', /^@@ -1,0 \+1,50 @@\n\+0\n[^]*\n\+8\n\.\.\. \[41 more lines\]$/);
  });

  it('knows which lines changed', () => {
    assert.deepEqual(changedLines('a\nb\nc\nd\n', 'a\nB\nc\nD\n'), { first: 2, last: 4 });
    assert.deepEqual(changedLines('a\nb\n', 'a\n'), { first: 2, last: 1 });
    assert.equal(changedLines('a', 'a'), null);
  });

  it('gives up on texts that are too different', () => {
    const random = (seed: number) => Array.from({ length: 60_000 }, (_, n) => `${(n * seed) % 7919}\n`).join('');
    const [before, after] = [random(31), random(37)];
    assert.equal(unifiedDiff(before, after), null);
    assert.deepEqual(countChanges(before, after), { added: 60_000, removed: 60_000 });
  });

  it('gives up soon enough that nothing else has to wait', () => {
    const lines = (count: number, word: string) => Array.from({ length: count }, (_, n) => `${word} ${n}\n`).join('');
    const mixed = (seed: number) => Array.from({ length: 150_000 }, (_, n) => `line ${(n * seed) % 997}\n`).join('');
    for (const [before, after] of [
      [lines(250_000, 'const value = compute(input, options);'), lines(250_000, 'let other = nothing(at, all);')],
      [mixed(31), mixed(37)],
    ] as const) {
      const took = Math.min(...[1, 2].map(() => processorMs(() => countChanges(before, after))));
      assert.ok(took < 600, `${took} ms`);
    }
  });
});

describe('a placeholder for text left out', () => {
  const stands = [
    '// ... rest of code ...',
    '# ... existing code ...',
    '/* ... rest of the file remains the same ... */',
    '<!-- ... existing content ... -->',
    '(rest of methods ...)',
    '// rest of code…',
    '    # (unchanged ...)',
    '... unchanged code ...',
    '-- ... other functions remain unchanged ...',
    '// ... keep existing imports ...',
  ];
  for (const line of stands) it(`is ${line}`, () => assert.equal(findOmission(`a\n${line}\nb`, ''), line.trim()));

  const text = [
    '  ...rest',
    '{...rest}',
    'const { a, ...rest } = props;',
    '[...existing.content]',
    'def f(): ...',
    'console.log("Loading...");',
    'The rest of the code is explained below...',
    '// TODO: handle the rest of the cases',
    'Wait for it...',
    '// and so on ...',
  ];
  for (const line of text) it(`is not ${line}`, () => assert.equal(findOmission(line, ''), null));

  it('is none that the file has already', () => {
    assert.equal(findOmission('// ... rest of code ...', 'x\n  // ... rest of code ...\n'), null);
  });
});

describe('the nearest region', () => {
  const text = Array.from({ length: 100 }, (_, n) => `function f${n}() { return compute(${n}); }`).join('\n');

  it('is where most lines are the same', () => {
    const region = nearestRegion(`${text}\n  alpha one\n  beta two\n  gamma\n`, 'alpha one\nbeta 2\ngamma');
    assert.deepEqual([region?.first, region?.last], [101, 103]);
    assert.equal(region?.excerpt, '101:   alpha one\n102:   beta two\n103:   gamma');
  });

  it('is where words are the same', () => {
    assert.equal(nearestRegion(text, 'function f42(x) { return compute(42, x); }')?.first, 43);
  });

  it('is nowhere if nothing is alike', () => {
    assert.equal(nearestRegion(text, 'completely different'), null);
    assert.equal(nearestRegion('', 'x'), null);
  });
});

describe('media', () => {
  it('is told by content', () => {
    assert.equal(mediaTypeOf(Buffer.from('plain text')), null);
    assert.equal(mediaTypeOf(new Uint8Array(0)), null);
    assert.equal(mediaTypeOf(Buffer.from('MZ\0\0')), null);
  });

  it('becomes base64', () => {
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, n) => (n * 7) % 256));
    for (const size of [0, 1, 2, 3, 24_575, 24_576, 24_577, 70_000]) {
      assert.equal(toBase64(bytes.subarray(0, size)), bytes.subarray(0, size).toString('base64'));
    }
  });
});
