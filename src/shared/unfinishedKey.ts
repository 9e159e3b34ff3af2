import { KEY_SHAPES } from './redact';

/** More than this is not held back: no key is so long. */
const MAX_HELD = 32 * 1024;
const PRIVATE_KEY_END = /-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----/;
const BEGINNINGS = KEY_SHAPES.map(({ beginning }) => beginning);

/**
 * Where in a text that goes on a key may have begun whose end is not there yet; its length if there is none. What
 * comes before may be redacted by itself.
 */
export function unfinishedKeyAt(text: string): number {
  const tail = text.slice(-MAX_HELD);
  const from = lastBreak(tail) + 1;
  const starts = BEGINNINGS.map(beginning => beginningAt(tail, beginning, from));
  return text.length - tail.length + Math.min(tail.length, privateKeyAt(tail), ...starts);
}

/** The last place that can't be within a key, but for private ones. */
function lastBreak(text: string): number {
  let at = text.length - 1;
  while (at >= 0 && isKeyCharacter(text.charCodeAt(at))) at--;
  return at;
}

/** ASCII letters and digits, and of the marks `-`, `.`, `/` and `_`. */
function isKeyCharacter(code: number): boolean {
  return (code >= 45 && code <= 57) || (code >= 65 && code <= 90) || code === 95 || (code >= 97 && code <= 122);
}

/** Where `beginning`, or as much of it as there is at the end, first stands in `text` after `from`. */
function beginningAt(text: string, beginning: string, from: number): number {
  const whole = text.indexOf(beginning, from);
  if (whole >= 0) return whole;
  for (let length = Math.min(beginning.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(beginning.slice(0, length))) return text.length - length;
  }
  return Infinity;
}

/** Where a private key stands that has begun and not ended. */
function privateKeyAt(text: string): number {
  const at = text.lastIndexOf('-----BEGIN ');
  if (at < 0) return Infinity;
  const isOpen = /^-----BEGIN [A-Z -]{0,60}(?:$|-----(?:(?!-----END )[\w+/=\s\\:,()|>.-])*(?:-----END [A-Z -]*)?$)/;
  return isOpen.test(text.slice(at)) && !PRIVATE_KEY_END.test(text.slice(at)) ? at : Infinity;
}
