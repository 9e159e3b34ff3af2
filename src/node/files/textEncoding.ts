import { isUtf8 } from 'node:buffer';

/** `latin1` is used for everything that isn't Unicode: each byte becomes the character with the same number. */
export type TextEncoding = 'utf8' | 'utf8bom' | 'utf16le' | 'utf16be' | 'utf32le' | 'utf32be' | 'latin1';

export interface DecodedText {
  /** Without byte-order mark. */
  readonly text: string;
  readonly encoding: TextEncoding;
}

const SAMPLE_SIZE = 8192;

const MARKS: readonly (readonly [TextEncoding, readonly number[]])[] = [
  ['utf8bom', [0xef, 0xbb, 0xbf]],
  ['utf32le', [0xff, 0xfe, 0, 0]],
  ['utf32be', [0, 0, 0xfe, 0xff]],
  ['utf16le', [0xff, 0xfe]],
  ['utf16be', [0xfe, 0xff]],
];

/** The encoding of the byte-order mark at the beginning; null if there is none. */
export function byteOrderMark(bytes: Uint8Array): TextEncoding | null {
  return MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0] ?? null;
}

/** Decodes a file's bytes so that `encodeText` restores them exactly; null if they aren't text. */
export function decodeText(bytes: Uint8Array): DecodedText | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const [encoding, mark] of MARKS) {
    if (!mark.every((byte, at) => buffer[at] === byte)) continue;
    const text = decodeMarked(buffer.subarray(mark.length), encoding);
    if (text !== null) return { text, encoding };
  }
  if (buffer.subarray(0, SAMPLE_SIZE).includes(0)) return null;
  if (isUtf8(buffer)) return { text: buffer.toString('utf8'), encoding: 'utf8' };
  return hasManyControls(buffer) ? null : { text: buffer.toString('latin1'), encoding: 'latin1' };
}

/** Encodes `text`, with the encoding's byte-order mark; null if the encoding can't represent every character. */
export function encodeText(text: string, encoding: TextEncoding): Buffer | null {
  // Every encoding except UTF-16 would write a lone surrogate as U+FFFD.
  if (encoding !== 'utf16le' && encoding !== 'utf16be' && /\p{Surrogate}/u.test(text)) return null;
  const mark = Buffer.from(MARKS.find(([name]) => name === encoding)?.[1] ?? []);
  switch (encoding) {
    case 'utf8':
      return Buffer.from(text, 'utf8');
    case 'utf8bom':
      return Buffer.concat([mark, Buffer.from(text, 'utf8')]);
    case 'utf16le':
      return Buffer.concat([mark, Buffer.from(text, 'utf16le')]);
    case 'utf16be':
      return Buffer.concat([mark, Buffer.from(text, 'utf16le').swap16()]);
    case 'utf32le':
    case 'utf32be':
      return Buffer.concat([mark, encodeUtf32(text, encoding === 'utf32le')]);
    case 'latin1':
      return /[^\0-\xff]/.test(text) ? null : Buffer.from(text, 'latin1');
  }
}

function decodeMarked(body: Buffer, encoding: TextEncoding): string | null {
  switch (encoding) {
    case 'utf8bom':
      return isUtf8(body) ? body.toString('utf8') : null;
    case 'utf16le':
      return body.length % 2 ? null : body.toString('utf16le');
    case 'utf16be':
      return body.length % 2 ? null : Buffer.from(body).swap16().toString('utf16le');
    case 'utf32le':
    case 'utf32be':
      return decodeUtf32(body, encoding === 'utf32le');
    default:
      return null;
  }
}

function decodeUtf32(body: Buffer, isLittle: boolean): string | null {
  if (body.length % 4) return null;
  const parts: string[] = [];
  for (let at = 0; at < body.length; at += 4) {
    const point = isLittle ? body.readUInt32LE(at) : body.readUInt32BE(at);
    if (point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) return null;
    parts.push(String.fromCodePoint(point));
  }
  return parts.join('');
}

function encodeUtf32(text: string, isLittle: boolean): Buffer {
  const points = Array.from(text, character => character.codePointAt(0) ?? 0);
  const body = Buffer.alloc(points.length * 4);
  points.forEach((point, at) => (isLittle ? body.writeUInt32LE(point, at * 4) : body.writeUInt32BE(point, at * 4)));
  return body;
}

/** Whether more than one byte in ten is a control character that text doesn't use. */
function hasManyControls(buffer: Buffer): boolean {
  const sample = buffer.subarray(0, SAMPLE_SIZE);
  let controls = 0;
  for (const byte of sample) if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27)) controls++;
  return controls * 10 > sample.length;
}
