const MEANINGS: Readonly<Partial<Record<string, string>>> = { n: '\n', r: '\r', t: '\t' };
const QUOTES = new Set(['"', "'", '`']);

/**
 * Whether each newline of a text seems to have become the two characters `\n`: it has several such pairs, or one at
 * its end, but no newline. False for JSON, which writes newlines so. A guess: `printf 'a\nb\n'` looks the same.
 */
export function looksOverEscaped(text: string): boolean {
  if (/[\r\n]/.test(text)) return false;
  const escaped = text.split('\\n').length - 1;
  return (escaped > 1 || text.endsWith('\\n')) && !isJson(text);
}

/** Whether `plain` is `escaped` with some escapes undone, at any number of levels, and nothing else changed. */
export function onlyUnescapes(escaped: string, plain: string): boolean {
  const [from, to] = [piecesOf(escaped), piecesOf(plain)];
  return from.length === to.length && from.every((piece, at) => mayBecome(piece, to[at] ?? ''));
}

/** Each character with the backslashes before it. */
function piecesOf(text: string): readonly string[] {
  return text.match(/\\*[^\\]|\\+$/gsu) ?? [];
}

function mayBecome(piece: string, plain: string): boolean {
  if (piece === plain) return true;
  const [from, to] = [split(piece), split(plain)];
  if (to.slashes >= from.slashes) return false;
  if (to.character === MEANINGS[from.character]) return true;
  // `\d` isn't an escape of the letter d, so its backslash must stay.
  return to.character === from.character && (to.slashes > 0 || QUOTES.has(from.character));
}

function split(piece: string): { readonly slashes: number; readonly character: string } {
  const character = piece.replace(/^\\+/, '');
  return { slashes: piece.length - character.length, character };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
