import { visiblePieces } from '../shared/hiddenCharacters';

/** With what would not be seen written out. */
export function visible(text: string): string {
  return visiblePieces(text)
    .map(piece => piece.text)
    .join('');
}
