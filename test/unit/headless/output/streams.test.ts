import assert from 'node:assert/strict';
import { createStreams, terminalJson } from '../../../../src/headless/output/streams';

describe('What the command prints', () => {
  const printed = () => {
    const lines = { out: '', err: '' };
    const streams = createStreams({ write: text => (lines.out += text) }, { write: text => (lines.err += text) });
    return { lines, streams };
  };
  const attacks = [
    '\u001b]52;c;ZXZpbA==\u0007',
    '\u001b[2J\u001b[1;1H',
    '\u001b]8;;https://evil.example\u001b\\text\u001b]8;;\u001b\\',
    '\u009b31m',
    '\u001bP+q544e\u001b\\',
    '\u0008\u0008',
    '\u001bc',
    '\u009d0;title\u009c',
  ];

  it('has no escape sequence, on neither stream, wherever its pieces end', () => {
    for (const attack of attacks) {
      for (let cut = 0; cut <= attack.length; cut++) {
        const { lines, streams } = printed();
        for (const piece of ['before ', attack.slice(0, cut), attack.slice(cut), ' after\n']) streams.out(piece);
        streams.err(`before ${attack} after\n`);
        for (const text of [lines.out, lines.err]) {
          assert.match(text, /^before .*after\n$/s, JSON.stringify([attack, cut, text]));
          assert.doesNotMatch(text, /[^\P{Cc}\n\t]/u);
        }
      }
    }
  });

  it('is no more of the answer once its output has ended, but still what is wrong', () => {
    const { lines, streams } = printed();
    streams.out('Half an ans');
    streams.endOutput();
    streams.out('wer\n');
    streams.err('pollux: This is a bug.\n');
    assert.deepEqual(lines, { out: 'Half an ans', err: 'pollux: This is a bug.\n' });
  });

  it('keeps lines, tabs and letters of any language', () => {
    const { lines, streams } = printed();
    streams.out('a\tb\ncafé 東京 👩‍👩‍👧\n');
    assert.equal(lines.out, 'a\tb\ncafé 東京 👩‍👩‍👧\n');
  });

  it('spells out in messages what is not seen', () => {
    const { lines, streams } = printed();
    streams.err('settings.json:1: "a\u202etxt\u{e0041}" café 👩‍👩‍👧\n');
    assert.equal(lines.err, 'settings.json:1: "a\\u{202e}txt\\u{e0041}" café 👩‍👩‍👧\n');
  });

  it('is raw if that is wanted, with a warning unless that is accepted; messages never are', () => {
    for (const warns of [true, false]) {
      const { lines, streams } = printed();
      streams.passRaw(warns);
      streams.out('\u001b[31mred');
      streams.err('\u001b[31mred\n');
      assert.equal(lines.out, '\u001b[31mred');
      assert.equal(lines.err.includes('--raw-output is on'), warns);
      assert.match(lines.err, /red\n$/);
      assert.doesNotMatch(lines.err, /\u001b/);
    }
  });

  it('means the same in JSON and has no control character there', () => {
    const value = { text: attacks.join('') };
    const json = terminalJson(value);
    assert.deepEqual(JSON.parse(json), value);
    assert.doesNotMatch(json, /\p{Cc}/u);
  });
});
