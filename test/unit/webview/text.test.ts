import assert from 'node:assert/strict';
import { ansiRuns } from '../../../webview/text/ansi';
import { hunksOf } from '../../../webview/text/diffLines';
import { markBlanks, onlyBlanksChanged } from '../../../webview/text/shownBlanks';
import { duration, placeOf, tokens } from '../../../webview/text/format';
import { countHidden, visiblePieces, visiblePiecesOfPath } from '../../../src/shared/hiddenCharacters';
import { completed } from '../../../webview/markdown/tail';

describe('Hidden characters', () => {
  const shown = (text: string) =>
    visiblePieces(text)
      .map(piece => (piece.isHidden ? `[${piece.text}]` : piece.text))
      .join('');

  it('are written out', () => {
    assert.equal(shown('a\u202eb\u200bc'), 'a[\\u{202e}]b[\\u{200b}]c');
    assert.equal(shown('\u{e0041}\ud800\r'), '[\\u{e0041}][\\u{d800}][\\u{d}]');
    assert.equal(countHidden('\u00a0 \u3000\u2066'), 3);
  });

  it('are also line ends and tabs in a path, which would look like blanks', () => {
    assert.deepEqual(
      visiblePiecesOfPath('src/one\ntwo\t\u202ea.ts').map(piece => (piece.isHidden ? `[${piece.text}]` : piece.text)),
      ['src/one', '[\\u{a}]', 'two', '[\\u{9}]', '[\\u{202e}]', 'a.ts'],
    );
  });

  it('are not what text and emoji need', () => {
    for (const text of ['', 'plain\ttext\n', 'größer – 日本語 العربية', '👩‍👧 ❤️ 🏳️‍🌈 1️⃣', 'naïve']) {
      assert.equal(shown(text), text);
      assert.equal(countHidden(text), 0);
    }
  });
});

describe('Blanks in a diff', () => {
  const shown = (diff: string) =>
    hunksOf(diff).flatMap(({ lines }) => {
      const alike = onlyBlanksChanged(lines);
      return lines.map(line =>
        markBlanks(line.text, alike.has(line))
          .map(({ text, isMark }) => (isMark ? `[${text}]` : text))
          .join(''),
      );
    });

  it('are marked at the end of lines', () => {
    assert.deepEqual(shown('+const a = 1;  \t\n+\tb\n+'), ['const a = 1;[··→]', '\tb', '']);
    assert.deepEqual(shown('+   '), ['[···]']);
  });

  it('are all marked where nothing else has changed', () => {
    assert.deepEqual(shown('-\tif (a) b\n+    if (a)  b\n-x y\n+z'), [
      '[→]if[·](a)[·]b',
      '[····]if[·](a)[··]b',
      'x y',
      'z',
    ]);
  });
});

describe('Terminal output', () => {
  it('keeps colours and drops what a terminal would act on', () => {
    assert.deepEqual(ansiRuns('a\x1b[1;31mb\x1b[0mc\x1b[2Kd'), [
      { text: 'a', style: '' },
      { text: 'b', style: 'ansi-red ansi-bold' },
      { text: 'c', style: '' },
      { text: 'd', style: '' },
    ]);
    assert.deepEqual(ansiRuns('\x1b[38;5;200;4mx\x1b[94my\x1b[39mz'), [
      { text: 'x', style: 'ansi-underline' },
      { text: 'y', style: 'ansi-bright-blue ansi-underline' },
      { text: 'z', style: 'ansi-underline' },
    ]);
  });

  it('is clean of every kind of sequence, also cut off ones', () => {
    const sequences = [
      ...[
        '\x1b]0;title\x07',
        '\x1b]52;c;aGk=\x07',
        '\x1b]8;;https://e.com\x1b\\',
        '\x1bP1$r\x1b\\',
        '\x1b_app\x1b\\',
        '\x1b^pm\x1b\\',
      ],
      ...[
        '\x1b[2J',
        '\x1b[1;1H',
        '\x1b[?1049h',
        '\x1b[6n',
        '\x1b[>c',
        '\x1b[5;10r',
        '\x1b[4h',
        '\x1bc',
        '\x1b7',
        '\x1b8',
        '\x1bM',
      ],
      ...[
        '\x1b(0',
        '\x1b#8',
        '\x1b=',
        '\x9b31m',
        '\x9d0;t\x07',
        '\x90q\x9c',
        '\x07',
        '\x08',
        '\x00',
        '\x7f',
        '\x85',
        '\x0e',
        '\x0f',
        '\x1b',
      ],
      ...['\x1b[', '\x1b]0;never ends'],
    ];
    assert.ok(sequences.length >= 30);
    for (const sequence of sequences) assert.equal(plain(`a${sequence}`), 'a', JSON.stringify(sequence));
    assert.equal(plain('a\tb\nc\r\nd'), 'a\tb\nc\nd');
  });

  it('shows of a line what was written over it last', () => {
    assert.equal(plain('10 %\r50 %\r100 %\ndone\r\n'), '100 %\ndone\n');
  });
});

describe('A unified diff', () => {
  it('is read as stretches of numbered lines', () => {
    const hunks = hunksOf(
      '@@ -3,2 +3,3 @@ head\n same\n-old\n+new\n+more\n@@ -20 +21 @@\n-gone\n\\ No newline at end of file\n',
    );
    assert.deepEqual(
      hunks.map(({ firstLine, added, removed }) => ({ firstLine, added, removed })),
      [
        { firstLine: 3, added: 2, removed: 1 },
        { firstLine: 21, added: 0, removed: 1 },
      ],
    );
    assert.deepEqual(hunks[0]?.lines, [
      { kind: 'same', text: 'same', old: 3, new: 3 },
      { kind: 'removed', text: 'old', old: 4 },
      { kind: 'added', text: 'new', new: 4 },
      { kind: 'added', text: 'more', new: 5 },
    ]);
    assert.equal(hunks[1]?.lines[1]?.kind, 'note');
  });

  it('may be empty or have no head', () => {
    assert.deepEqual(hunksOf(''), []);
    assert.equal(hunksOf('+only')[0]?.added, 1);
  });
});

describe('Numbers', () => {
  it('are short', () => {
    assert.equal(duration(1234), '1.2s');
    assert.equal(duration(48_400), '48s');
    assert.equal(duration(59_900), '1m');
    assert.equal(duration(185_000), '3m 5s');
    assert.equal(tokens(12_345), '12.3K tokens');
    assert.equal(placeOf('a.ts', 3, 9), 'a.ts:3-9');
    assert.equal(placeOf('a.ts', 3, 3), 'a.ts:3');
    assert.equal(placeOf('a.ts'), 'a.ts');
  });
});

describe('An unfinished line', () => {
  it('is shown without the marks that are still open', () => {
    const cases: Record<string, string> = {
      'so **very': 'so **very**',
      'so **': 'so ',
      'so **very*': 'so **very**',
      'call `fun': 'call `fun`',
      'call `': 'call ',
      'see [the notes](https://exam': 'see the notes',
      'see ![chart](htt': 'see chart',
      'done.': 'done.',
      'a **b** c': 'a **b** c',
      '- item\n- **next': '- item\n- **next**',
    };
    for (const [source, expected] of Object.entries(cases)) assert.equal(completed(source), expected);
  });
});

const plain = (output: string) =>
  ansiRuns(output)
    .map(run => run.text)
    .join('');
