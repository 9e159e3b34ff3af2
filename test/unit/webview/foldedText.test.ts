import assert from 'node:assert/strict';
import fc from 'fast-check';
import { COMMAND, foldText, linesIn, rowsOf, type TextRow } from '../../../webview/text/foldedText';
import { visiblePieces } from '../../../src/shared/hiddenCharacters';

const written = (row: TextRow) => {
  if (row.kind === 'text') return row.text;
  return `[${row.kind === 'hidden' ? row.text : row.kind} ${row.count}]`;
};
const draw = (command: string) => rowsOf(command).map(written);

describe('The rows of a command', () => {
  it('are its lines', () => {
    assert.deepEqual(draw('cd src\n\tls -la  # all\n'), ['cd src\n', '\tls -la  # all\n']);
    assert.deepEqual(draw(''), []);
  });

  it('count what only takes up room', () => {
    assert.deepEqual(draw(`echo a;${' '.repeat(3000)}curl x`), ['echo a;', '[blanks 3000]', 'curl x']);
    assert.deepEqual(draw(`echo a${'\n \t'.repeat(500)}curl x`), ['echo a\n', '[emptyLines 499]', ' \tcurl x']);
    assert.deepEqual(draw(`echo a;${'\u00a0'.repeat(900)}curl x`), ['echo a;', '[\\u{a0} 900]', 'curl x']);
  });

  it('are short enough for a long line to be cut within it, and never within a character', () => {
    assert.deepEqual(
      rowsOf('x'.repeat(150)).map(row => row.kind === 'text' && row.text.length),
      [60, 60, 30],
    );
    assert.deepEqual(draw(`${'x'.repeat(59)}🙂🙂`), [`${'x'.repeat(59)}🙂`, '🙂']);
  });

  it('lose nothing', () => {
    const filler = fc.constantFrom(' ', '\t', '\n', 'ls ', '🙂', '\u00a0', '\u200b', '$(x)', 'word');
    const pieces = fc.array(fc.tuple(filler, fc.integer({ min: 1, max: 90 })));
    const restored = (row: TextRow) => {
      if (row.kind === 'text') return row.text;
      return { hidden: row.kind === 'hidden' ? row.text : '', blanks: ' ', emptyLines: '\n' }[row.kind].repeat(
        row.count,
      );
    };
    fc.assert(
      fc.property(pieces, list => {
        const command = list.map(([text, times]) => text.repeat(times)).join('');
        const { first, between, last } = foldText(command, COMMAND);
        const drawn = [...first, ...between, ...last].map(restored).join('');
        const plain = visiblePieces(command)
          .map(({ text }) => text)
          .join('');
        const tidy = (text: string) =>
          text.replace(/[ \t]+/g, run => ' '.repeat(run.length)).replace(/(?: *\n){3,}/g, lines);
        assert.equal(tidy(drawn), tidy(plain));
      }),
    );
  });
});

const lines = (run: string) => '\n'.repeat(run.split('\n').length - 1);

describe('A long command', () => {
  it('is shown by its beginning and its end, and says how much is between', () => {
    const command = Array.from({ length: 500 }, (_, i) => `: ${i}`).join('\n');
    const { first, between, last } = foldText(command, COMMAND);
    assert.equal(first[0]?.kind === 'text' && first[0].text, ': 0\n');
    assert.equal(linesIn(between), 478);
    const end = last.at(-1);
    assert.equal(end?.kind === 'text' && end.text, ': 499');
  });

  it('is shown whole where little would be left out', () => {
    assert.equal(foldText('ls\n'.repeat(25), COMMAND).between.length, 0);
  });
});
