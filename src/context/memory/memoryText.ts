import { countHidden, visiblePieces, visibleText } from '../../shared/hiddenCharacters';

/** Normalizes a file's text: makes line endings uniform, and writes out invisible characters. */
export function plainMemory(text: string): { readonly text: string; readonly hiddenLine?: number } {
  const lines = text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, ' ');
  if (countHidden(lines) === 0) return { text: lines };
  const hiddenLine = lines.split('\n').findIndex(line => countHidden(line) > 0) + 1;
  const shown = visiblePieces(lines).map(piece => piece.text);
  return { text: shown.join(''), hiddenLine };
}

/** The whole text of a file, including imports, changed so that it can't imitate the start of another file. */
export function guardedMemory(text: string): string {
  return text.replace(/^(?=[ \t]*--- (?:(?:End of )?Context from|No context any more from):)/gm, '\\');
}

/** A name on one line. */
export function plainName(path: string): string {
  return visibleText(path.replace(/[\r\n]/g, '?'));
}

/** The length of a text in bytes of UTF-8. */
export function bytesOf(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    // A surrogate: the two halves of a pair take four bytes together.
    if (code >= 0xd800 && code <= 0xdfff) bytes += 1;
    else if (code > 0x7ff) bytes += 2;
    else if (code > 0x7f) bytes += 1;
  }
  return bytes;
}

/** The longest beginning of a text within a byte limit: in whole lines, unless that would drop more than half of it. */
export function cutToBytes(text: string, limit: number): string {
  const end = endWithin(text, limit);
  const line = text.lastIndexOf('\n', end - 1);
  return text.slice(0, line > end / 2 ? line : characterAt(text, end)).trimEnd();
}

/** The number of UTF-16 code units that fit within a number of bytes. */
function endWithin(text: string, limit: number): number {
  let end = 0;
  for (let bytes = 0; end < text.length; end++) {
    bytes += bytesOf(text.charAt(end));
    if (bytes > limit) break;
  }
  return end;
}

/** The start of the character that contains an offset; a visible character may consist of several code units. */
function characterAt(text: string, place: number): number {
  const from = Math.max(place - 100, 0);
  const characters = new Intl.Segmenter().segment(text.slice(from, place + 100));
  return from + (characters.containing(place - from)?.index ?? place - from);
}
