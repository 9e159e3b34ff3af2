import { visiblePieces } from '../../src/shared/hiddenCharacters';

/** Appends text in which hidden characters are written out and marked. */
export function appendVisible(parent: Node, text: string): void {
  for (const piece of visiblePieces(text)) {
    if (piece.isHidden) {
      const mark = document.createElement('span');
      mark.className = 'hidden-character';
      mark.textContent = piece.text;
      parent.appendChild(mark);
    } else {
      parent.appendChild(document.createTextNode(piece.text));
    }
  }
}
