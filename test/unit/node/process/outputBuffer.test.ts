import assert from 'node:assert/strict';
import { OutputBuffer } from '../../../../src/node/process/outputBuffer';

describe('OutputBuffer', () => {
  const filled = (limit: number, pieces: readonly string[]) => {
    const buffer = new OutputBuffer(limit);
    for (const piece of pieces) buffer.append(piece);
    return buffer.text();
  };

  it('keeps everything that fits', () => {
    assert.equal(filled(10, ['abc', '', 'defghij']), 'abcdefghij');
    assert.equal(filled(10, []), '');
  });

  it('keeps a fifth from the beginning and the rest from the end, however it comes', () => {
    const expected = 'ab\n[... 16 characters left out ...]\nstuvwxyz';
    const alphabet = 'abcdefghijklmnopqrstuvwxyz';
    assert.equal(filled(10, [alphabet]), expected);
    assert.equal(filled(10, Array.from(alphabet)), expected);
    assert.equal(filled(10, [alphabet.slice(0, 11), alphabet.slice(11)]), expected);
  });

  it('holds no more than that of output without end, nor many small pieces of it', () => {
    const buffer = new OutputBuffer(100_000);
    for (let i = 0; i < 2_000_000; i++) buffer.append(`${i}\n`);
    const held = Object.values(buffer).flatMap((value: unknown) =>
      typeof value === 'string' || Array.isArray(value) ? value : [],
    ) as string[];
    assert.ok(held.join('').length < 200_000, `${held.join('').length} characters`);
    assert.ok(held.length < 5000, `${held.length} pieces`);
    assert.match(buffer.text(), /^0\n1\n[^]*\n1999999\n$/);
  });
});
