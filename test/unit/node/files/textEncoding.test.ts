import assert from 'node:assert/strict';
import { decodeText, encodeText, type TextEncoding } from '../../../../src/node/files/textEncoding';

const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16();
const utf32 = (text: string, isLittle: boolean) => {
  const points = Array.from(text, character => character.codePointAt(0) ?? 0);
  const buffer = Buffer.alloc(points.length * 4);
  points.forEach((point, n) => (isLittle ? buffer.writeUInt32LE(point, n * 4) : buffer.writeUInt32BE(point, n * 4)));
  return buffer;
};

describe('Text encodings', () => {
  const text = 'one\r\nzwö 漢字 🎉\rlast';
  const marked = `\uFEFF${text}`;
  const rows: readonly (readonly [TextEncoding, Buffer])[] = [
    ['utf8', Buffer.from(text)],
    ['utf8bom', Buffer.from(marked)],
    ['utf16le', Buffer.from(marked, 'utf16le')],
    ['utf16be', swapped(marked)],
    ['utf32le', utf32(marked, true)],
    ['utf32be', utf32(marked, false)],
  ];
  for (const [encoding, bytes] of rows) {
    it(`${encoding} is recognised, and written back to the byte`, () => {
      assert.deepEqual(decodeText(bytes), { text, encoding });
      assert.deepEqual(encodeText(text, encoding), bytes);
    });
  }

  it('keep every byte of what is no Unicode', () => {
    const bytes = Buffer.from([...Array.from({ length: 128 }, (_, n) => n + 128), 65, 10]);
    const decoded = decodeText(bytes);
    assert.equal(decoded?.encoding, 'latin1');
    assert.deepEqual(encodeText(decoded.text, 'latin1'), bytes);
  });

  it('keep odd but valid text', () => {
    for (const odd of ['', '\uFFFD', '\uFEFF\uFEFFx', 'a\u0001b', '\u{10FFFF}']) {
      const bytes = Buffer.from(odd);
      const decoded = decodeText(bytes);
      assert.deepEqual(encodeText(decoded?.text ?? '', decoded?.encoding ?? 'utf8'), bytes);
    }
    const lone = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from([0x00, 0xd8, 0x41, 0x00])]);
    const decoded = decodeText(lone);
    assert.equal(decoded?.encoding, 'utf16le');
    assert.deepEqual(encodeText(decoded.text, 'utf16le'), lone);
  });

  it('refuse what they have no bytes for, rather than write a replacement', () => {
    assert.equal(encodeText('€', 'latin1'), null);
    assert.equal(encodeText('a\ud800b', 'utf8'), null);
    assert.equal(encodeText('a\udc00', 'utf32le'), null);
    assert.notEqual(encodeText('ÿ', 'latin1'), null);
  });

  it('are not guessed for binary files', () => {
    const binary: readonly (readonly number[])[] = [
      [0x7f, 0x45, 0x4c, 0x46, 0, 1],
      [0xff, 0xfe, 0],
      [0, 0, 0xfe, 0xff, 0, 0x11, 0, 0],
      [0x80, 1, 2, 3, 4, 5],
    ];
    for (const bytes of binary) assert.equal(decodeText(Buffer.from(bytes)), null, bytes.join(' '));
  });
});
