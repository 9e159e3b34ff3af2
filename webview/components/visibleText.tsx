import type { VNode } from 'preact';
import { visiblePieces } from '../../src/shared/hiddenCharacters';

/** Text with the characters that would not be seen written out and marked. */
export function VisibleText({ text }: { readonly text: string }): VNode {
  return (
    <>
      {visiblePieces(text).map(piece =>
        piece.isHidden ? <span class="hidden-character">{piece.text}</span> : piece.text,
      )}
    </>
  );
}
