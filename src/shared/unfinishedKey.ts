import { encodedKeys, KEY_SHAPES } from './redact';

/** Limit of the text held back: no key is longer. */
const MAX_HELD = 32 * 1024;
/** An unfinished private key: its header, complete or not, or the header and a body without a complete footer. */
const OPEN_PRIVATE_KEY =
  /^-----BEGIN (?:[A-Z -]{0,60}|[A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:(?!-----END )[\w+/=\s\\:,()|>.-])*(?:-----END [A-Z ]*-{0,4})?)$/;
const HEADER = '-----BEGIN ';
const BEGINNINGS = KEY_SHAPES.map(({ beginning }) => beginning);

/**
 * The index in a growing text at which an unfinished key may have begun; its length if there is none. The text before
 * the index can be redacted on its own.
 */
export function unfinishedKeyAt(text: string): number {
  const tail = text.slice(-MAX_HELD);
  const run = lastRunAt(tail);
  if (run === 0 && tail.length < text.length) return text.length;
  const end = tail.slice(run);
  const mayBeKey = BEGINNINGS.some(beginning => hasBeginning(end, beginning)) || encodedKeys.mayBegin(end);
  return text.length - tail.length + privateKeyAt(mayBeKey ? tail.slice(0, run) : tail);
}

/** Whether `piece` only extends the held text: then nothing needs to be examined until more arrives. */
export function goesOnWithKey(held: string, piece: string): boolean {
  return (
    held !== '' && held.length + piece.length <= MAX_HELD && lastRunAt(piece) === 0 && lastRunAt(held.slice(-1)) === 0
  );
}

/** The index at which the text's final run of characters that can belong to a key begins. */
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

/** Whether `run` contains `beginning`, or ends with the first characters of it. */
function hasBeginning(run: string, beginning: string): boolean {
  if (run.includes(beginning)) return true;
  for (let length = Math.min(beginning.length - 1, run.length); length > 0; length--) {
    if (run.endsWith(beginning.slice(0, length))) return true;
  }
  return false;
}

/** The index at which an unfinished private key begins; the length of the text if there is none. */
function privateKeyAt(text: string): number {
  // Searching from the end takes many times as long.
  if (!text.includes(HEADER)) return text.length;
  const at = text.lastIndexOf(HEADER);
  return OPEN_PRIVATE_KEY.test(text.slice(at)) ? at : text.length;
}
