// How keys are spelled in base64, in hexadecimal and backwards, and what such spellings decode to.

/** Separators between two hexadecimal bytes, as in dumps, URLs, JSON, HTML and C arrays. */
export const BETWEEN = String.raw`(?:[\s:]{0,2}|\\x|%|\\u00|;?&#x0{0,2}|,\s{0,4}0x)`;
const HEX_BYTE = new RegExp(`${BETWEEN}[\\da-f]{2}`, 'iy');
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The base64 characters that `text` determines completely when `before` bytes precede it. */
export function coreOf(text: string, before: number): string {
  const bits =
    '0'.repeat(before * 8) + Array.from(text, each => each.charCodeAt(0).toString(2).padStart(8, '0')).join('');
  const first = Math.ceil((before * 8) / 6);
  return Array.from({ length: Math.floor(bits.length / 6) - first }, (_, i) =>
    BASE64.charAt(parseInt(bits.slice((first + i) * 6, (first + i + 1) * 6), 2)),
  ).join('');
}

/** Decodes up to `limit` bytes from `head` and then from `at` on; `end`: the index in `text` where they end. */
export function decodeBase64(text: string, at: number, head: string, limit: number) {
  let bits = 0;
  let count = 0;
  const bytes: number[] = [];
  let end = at;
  for (let i = at - head.length; i < text.length && bytes.length < limit; i++) {
    const value = sextet(i < at ? head.charCodeAt(i - at + head.length) : text.charCodeAt(i));
    if (value < 0) {
      if (isLineEnd(text, i)) continue;
      break;
    }
    bits = ((bits << 6) | value) & 0xffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes.push((bits >> count) & 0xff);
    end = Math.max(at, i + 1);
  }
  return { decoded: textOf(bytes), end };
}

/** Whether `byte` is among the first `limit` bytes, or they are fewer. Puts no text together, which costs most. */
export function mayHoldBase64(text: string, at: number, head: string, limit: number, byte: number): boolean {
  let bits = 0;
  let count = 0;
  let left = limit;
  for (let i = at - head.length; i < text.length && left > 0; i++) {
    const value = sextet(i < at ? head.charCodeAt(i - at + head.length) : text.charCodeAt(i));
    if (value < 0) {
      if (isLineEnd(text, i)) continue;
      return true;
    }
    bits = ((bits << 6) | value) & 0xffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    if (((bits >> count) & 0xff) === byte) return true;
    left--;
  }
  return left > 0;
}

/** The values of base64 and base64url characters by their codes, -1 for others. */
const SEXTETS = Int8Array.from({ length: 128 }, (_, code) =>
  BASE64.indexOf(String.fromCharCode(code).replace('-', '+').replace('_', '/')),
);

export function sextet(code: number): number {
  return SEXTETS[code] ?? -1;
}

export function isLineEnd(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 10 || (code === 13 && text.charCodeAt(at + 1) === 10);
}

/** A string that grows by a character at a time would be put together again by each expression. */
function textOf(codes: readonly number[]): string {
  if (codes.length <= 4096) return String.fromCharCode(...codes);
  let text = '';
  for (let i = 0; i < codes.length; i += 4096) text += String.fromCharCode(...codes.slice(i, i + 4096));
  return text;
}

export function decodeHex(text: string, at: number, limit: number) {
  const bytes: number[] = [];
  let end = at;
  while (bytes.length < limit) {
    const next = afterHexByte(text, end);
    if (next === 0) break;
    end = next;
    bytes.push(hexDigit(text.charCodeAt(end - 2)) * 16 + hexDigit(text.charCodeAt(end - 1)));
  }
  return { decoded: textOf(bytes), end };
}

/** Where the hexadecimal byte that begins at `at` ends, with a separator before it or not; 0 if there is none. */
function afterHexByte(text: string, at: number): number {
  // An expression for each byte would cost more than the rest, so what is most common needs none.
  const code = text.charCodeAt(at);
  const digits = code === 37 || code === 32 || code === 58 || code === 10 ? at + 1 : at;
  if (hexDigit(text.charCodeAt(digits)) >= 0 && hexDigit(text.charCodeAt(digits + 1)) >= 0) return digits + 2;
  return isSticky(HEX_BYTE, text, at) ? HEX_BYTE.lastIndex : 0;
}

/** Like `mayHoldBase64`, for hexadecimal. */
export function mayHoldHex(text: string, at: number, limit: number, byte: number): boolean {
  let end = at;
  for (let left = limit; left > 0; left--) {
    end = afterHexByte(text, end);
    if (end === 0 || hexDigit(text.charCodeAt(end - 2)) * 16 + hexDigit(text.charCodeAt(end - 1)) === byte) return true;
  }
  return false;
}

export function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const letter = code | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}

export function isSticky(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

export function reversed(text: string): string {
  const codes: number[] = [];
  for (let at = text.length - 1; at >= 0; at--) codes.push(text.charCodeAt(at));
  return textOf(codes);
}

/** Whether the bytes from `at` on, where two digits are, spell `beginning`. */
export function isHexOf(text: string, at: number, beginning: string): boolean {
  let end = at;
  for (let i = 0; i < beginning.length; i++) {
    end = afterHexByte(text, end);
    const byte = hexDigit(text.charCodeAt(end - 2)) * 16 + hexDigit(text.charCodeAt(end - 1));
    if (end === 0 || byte !== beginning.charCodeAt(i)) return false;
  }
  return true;
}
