// Invisible characters, and those that make text look like something else, can slip a change past a reviewer.

/**
 * C0 and C1 controls other than tab and newline, bidirectional controls, zero-width and filler characters, spaces
 * other than U+0020, variation selectors and joiners outside emoji, tag characters, lone surrogates.
 */
const HIDDEN = new RegExp(
  [
    String.raw`[\0-\x08\v-\x1f\x7f-\xa0\xad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200c\u200e\u200f]`,
    String.raw`[\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb]`,
    String.raw`(?<![\p{Extended_Pictographic}#*0-9])[\ufe0e\ufe0f]`,
    String.raw`(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d|\u200d(?!\p{Extended_Pictographic})`,
    String.raw`[\u{1d173}-\u{1d17a}\u{e0000}-\u{e01ef}]`,
    String.raw`\p{Cs}`,
  ].join('|'),
  'gu',
);

/** Almost all text consists of these characters alone and needs no closer look. */
const PLAIN = /^[\t\n -~]*$/;

/** A piece of text; `isHidden`: it is the escape of one hidden character. */
export interface TextPiece {
  readonly text: string;
  readonly isHidden: boolean;
}

/** The pieces of the text, with every hidden character escaped, such as `\u{202e}`. */
export function visiblePieces(text: string): TextPiece[] {
  if (PLAIN.test(text)) return text === '' ? [] : [{ text, isHidden: false }];
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const match of text.matchAll(HIDDEN)) {
    if (match.index > end) pieces.push({ text: text.slice(end, match.index), isHidden: false });
    pieces.push({ text: escapeOf(match[0]), isHidden: true });
    end = match.index + match[0].length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isHidden: false });
  return pieces;
}

/** Like `visiblePieces` for a path, in which line ends and tabs would look like blanks. */
export function visiblePiecesOfPath(path: string): TextPiece[] {
  return visiblePieces(path).flatMap(piece =>
    piece.isHidden
      ? [piece]
      : piece.text
          .split(/([\t\n])/)
          .filter(text => text !== '')
          .map(text => (/^[\t\n]$/.test(text) ? { text: escapeOf(text), isHidden: true } : { text, isHidden: false })),
  );
}

/** The text with every hidden character escaped. */
export function visibleText(text: string): string {
  return visiblePieces(text)
    .map(piece => piece.text)
    .join('');
}

/** The text as one line, with every hidden character, line end and tab escaped. */
export function visibleLine(text: string): string {
  return visiblePiecesOfPath(text)
    .map(piece => piece.text)
    .join('');
}

export function countHidden(text: string): number {
  return PLAIN.test(text) ? 0 : [...text.matchAll(HIDDEN)].length;
}

function escapeOf(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
