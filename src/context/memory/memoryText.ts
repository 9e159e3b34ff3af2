import { countHidden, visiblePieces } from '../../shared/hiddenCharacters';

/** What is read of a file, made plain: lines end alike, and what would not be seen is written out. */
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

/** The whole text of a file, imports included, which can't pretend that another one begins in it. */
export function guardedMemory(text: string): string {
  return text.replace(/^(?=[ \t]*--- (?:(?:End of )?Context from|No context any more from):)/gm, '\\');
}

/** A name in one line. */
export function plainName(path: string): string {
  return visiblePieces(path.replace(/[\r\n]/g, '?'))
    .map(piece => piece.text)
    .join('');
}

/** How many bytes a text has as UTF-8. */
export function bytesOf(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    // Half of a pair, of which both halves together take four.
    if (code >= 0xd800 && code <= 0xdfff) bytes += 1;
    else if (code > 0x7ff) bytes += 2;
    else if (code > 0x7f) bytes += 1;
  }
  return bytes;
}

/** As much of a text as takes at most that many bytes: in whole lines, unless that would leave out more than half of it. */
export function cutToBytes(text: string, limit: number): string {
  const end = endWithin(text, limit);
  const line = text.lastIndexOf('\n', end - 1);
  return text.slice(0, line > end / 2 ? line : characterAt(text, end)).trimEnd();
}

/** How much of a text takes at most that many bytes. */
function endWithin(text: string, limit: number): number {
  let end = 0;
  for (let bytes = 0; end < text.length; end++) {
    bytes += bytesOf(text.charAt(end));
    if (bytes > limit) break;
  }
  return end;
}

/** Where the character begins that a place is in: one that is seen as one may be several. */
function characterAt(text: string, place: number): number {
  const from = Math.max(place - 100, 0);
  const characters = new Intl.Segmenter().segment(text.slice(from, place + 100));
  return from + (characters.containing(place - from)?.index ?? place - from);
}
