const meanings: Readonly<Partial<Record<string, string>>> = { n: '\n', r: '\r', t: '\t' };
const quotes = new Set(['"', "'", '`']);

/**
 * Whether a text looks as if each of its newlines had become the two characters `\n`: it has no newline, but more than
 * one of those, or one at its end. JSON, which writes newlines so, does not. A guess: `printf 'a\nb\n'` looks so too.
 */
export function looksOverEscaped(text: string): boolean {
  if (/[\r\n]/.test(text)) return false;
  const escaped = text.split('\\n').length - 1;
  return (escaped > 1 || text.endsWith('\\n')) && !isJson(text);
}

/** Whether `plain` is `escaped` with some escapes undone, any number of levels deep, and nothing else changed. */
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
  if (to.character === meanings[from.character]) return true;
  // Of `\d` nothing but the letter would be left, which nobody has escaped.
  return to.character === from.character && (to.slashes > 0 || quotes.has(from.character));
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
