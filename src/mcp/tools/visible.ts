import { visiblePieces } from '../../shared/hiddenCharacters';

/** The text with invisible characters written out. */
export function visible(text: string): string {
  return visiblePieces(text)
    .map(piece => piece.text)
    .join('');
}
