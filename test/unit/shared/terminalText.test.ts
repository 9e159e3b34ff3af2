import assert from 'node:assert/strict';
import { TerminalText } from '../../../src/shared/terminalText';

const whole = (text: string) => new TerminalText().take(text);
const pieces = (text: string) => {
  const filter = new TerminalText();
  return Array.from(text.split(''), character => filter.take(character)).join('');
};

describe('What a command prints', () => {
  it('keeps its text, its colours and its progress', () => {
    for (const text of [
      'ä 😀 \t a\r\nb\b',
      '\x1b[31mred\x1b[0m \x1b[1;38;5;200mx\x1b[m \x1b[38:2::1:2:3mx',
      '10%\r\x1b[K20%\r\x1b[2Kdone',
    ]) {
      assert.equal(whole(text), text);
      assert.equal(pieces(text), text);
    }
  });

  it('steers the terminal in no way, however it is cut', () => {
    const sequences = [
      ...[
        '\x1b]52;c;aGk=\x07',
        '\x1b]52;c;aGk=\x1b\\',
        '\x9d52;c;aGk=\x9c',
        '\x1b]0;title\x07',
        '\x1b]8;;command:x\x07',
      ],
      ...[
        '\x1b]633;E;rm\x07',
        '\x1b]1337;File=:aGk=\x07',
        '\x1bPq#0\x1b\\',
        '\x90x\x9c',
        '\x1bP$qm\x1b\\',
        '\x1b_x\x1b\\',
      ],
      ...[
        '\x1b^x\x1b\\',
        '\x1bXx\x1b\\',
        '\x1b[6n',
        '\x1b[c',
        '\x1b[>c',
        '\x1b[?1049h',
        '\x1b[2J',
        '\x1b[H',
        '\x1b[5A',
      ],
      ...[
        '\x9b6n',
        '\x1bc',
        '\x1b(0',
        '\x1b#8',
        '\x1b[?25l',
        '\x1b[21t',
        '\x1b[>4;2m',
        '\x1b[?1m',
        '\x1b[ q',
        '\x07',
        '\x0e',
      ],
      ...[
        '\x1b]52;c;\x1b[31;aGk=\x07'.slice(0, 8) + '\x07',
        '\0',
        '\x05',
        '\x1bZ',
        '\x1b[1;1!p',
        `\x1b[${'1;'.repeat(99)}m`,
      ],
    ];
    for (const sequence of sequences) {
      assert.equal(whole(`a${sequence}b`), 'ab', JSON.stringify(sequence));
      assert.equal(pieces(`a${sequence}b`), 'ab', JSON.stringify(sequence));
    }
  });

  it('shows what follows a sequence that never ends, or that begins within another', () => {
    assert.equal(whole('\x1b]0;x\nnext'), '\nnext');
    assert.equal(whole('\x1b]0;x\x1b]0;y\x07next'), 'next');
    assert.equal(whole('\x1b]0;x\x1b[31mred'), '\x1b[31mred');
    assert.equal(whole('\x1b\x1b[31mred'), '\x1b[31mred');
    assert.equal(whole('\x1b[3\x1b[31mred\x1b[3\nx'), '\x1b[31mred\nx');
    assert.equal(whole('\x1b]0;a\\b\x07next'), 'next');
  });

  it('is read once, also where every sequence stays open', () => {
    const filter = new TerminalText();
    for (const open of ['\x1b]', '\x1bP', '\x1b[1', '\x9d', '\x1b']) filter.take(open.repeat(200_000));
    assert.equal(filter.take('\nx'), '\nx');
  });
});
