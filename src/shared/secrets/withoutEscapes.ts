/** Percent-encoding, escapes of code and JSON (also within strings within strings), octal escapes, and HTML references. */
const ESCAPE =
  /%([\da-f]{2})|\\{1,8}(?:x|u00|u\{0{0,4})([\da-f]{2})\}?|&#x0{0,6}([\da-f]{2});?|&#0{0,6}(\d{2,3});?|\\{1,8}([01]?[0-7]{2})/gi;
/** Escapes may themselves be escaped, as in an address within an address. */
const ROUNDS = 3;

/** The text with its escaped visible ASCII characters as they are; the same text if there are none. Linear. */
export function withoutEscapes(text: string): string {
  let left = text;
  for (let round = 0; round < ROUNDS; round++) {
    const next = left.replace(ESCAPE, unescaped);
    if (next === left) break;
    left = next;
  }
  return left;
}

function unescaped(
  escape: string,
  percent?: string,
  code?: string,
  html?: string,
  decimal?: string,
  octal?: string,
): string {
  const digits = percent ?? code ?? html;
  const value =
    digits !== undefined ? parseInt(digits, 16) : octal !== undefined ? parseInt(octal, 8) : Number(decimal);
  return value > 0x20 && value < 0x7f ? String.fromCharCode(value) : escape;
}
