import { encodedKeys, KEY_SHAPES } from './redact';

/** More than this is not held back: no key is so long. */
const MAX_HELD = 32 * 1024;
/** What has only its header, whole or not, or that and a body whose end, if it has begun, is not there yet. */
const OPEN_PRIVATE_KEY =
  /^-----BEGIN (?:[A-Z -]{0,60}|[A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:(?!-----END )[\w+/=\s\\:,()|>.-])*(?:-----END [A-Z ]*-{0,4})?)$/;
const BEGINNINGS = KEY_SHAPES.map(({ beginning }) => beginning);

/**
 * Where in a text that goes on a key may have begun whose end is not there yet; its length if there is none. What
 * comes before can be redacted by itself.
 */
export function unfinishedKeyAt(text: string): number {
  const tail = text.slice(-MAX_HELD);
  const run = lastRunAt(tail);
  if (run === 0 && tail.length < text.length) return text.length;
  const end = tail.slice(run);
  const mayBeKey = BEGINNINGS.some(beginning => hasBeginning(end, beginning)) || encodedKeys.mayBegin(end);
  return text.length - tail.length + privateKeyAt(mayBeKey ? tail.slice(0, run) : tail);
}

/** Whether all of `piece` goes on with what is held: then nothing need be looked at before there is more. */
export function goesOnWithKey(held: string, piece: string): boolean {
  return (
    held !== '' && held.length + piece.length <= MAX_HELD && lastRunAt(piece) === 0 && lastRunAt(held.slice(-1)) === 0
  );
}

/** Where the characters begin with which the text ends and of which a key may be made. */
function lastRunAt(text: string): number {
  let at = text.length;
  while (at > 0 && isKeyCharacter(text.charCodeAt(at - 1))) at--;
  return at;
}

/** ASCII letters and digits, `+`, `-`, `.`, `/` and `_`. */
function isKeyCharacter(code: number): boolean {
  return (
    code === 43 ||
    (code >= 45 && code <= 57) ||
    (code >= 65 && code <= 90) ||
    code === 95 ||
    (code >= 97 && code <= 122)
  );
}

/** Whether `beginning` stands in `run`, or as much of it at the end as there is room for. */
function hasBeginning(run: string, beginning: string): boolean {
  if (run.includes(beginning)) return true;
  for (let length = Math.min(beginning.length - 1, run.length); length > 0; length--) {
    if (run.endsWith(beginning.slice(0, length))) return true;
  }
  return false;
}

/** Where a private key stands that has begun and not ended; the length of the text if there is none. */
function privateKeyAt(text: string): number {
  const at = text.lastIndexOf('-----BEGIN ');
  return at >= 0 && OPEN_PRIVATE_KEY.test(text.slice(at)) ? at : text.length;
}
