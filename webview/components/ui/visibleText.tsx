import { Fragment, type VNode } from 'preact';
import { visiblePieces, visiblePiecesOfPath } from '../../../src/shared/hiddenCharacters';

interface VisibleTextProps {
  readonly text: string;
  /**
   * Breaks paths after their slashes, and within a name only if the name doesn't fit on a line of its own. Line ends
   * and tabs in names are written out, too.
   */
  readonly isPath?: boolean;
}

/** Text in which invisible characters are written out and marked. */
export function VisibleText({ text, isPath = false }: VisibleTextProps): VNode {
  return (
    <>
      {(isPath ? visiblePiecesOfPath(text) : visiblePieces(text)).map(piece =>
        piece.isHidden ? <span class="hidden-character">{piece.text}</span> : isPath ? broken(piece.text) : piece.text,
      )}
    </>
  );
}

function broken(text: string): (VNode | string)[] {
  return text.split(/(?<=[/\\])/).map((name, i) =>
    i === 0 ? (
      name
    ) : (
      <Fragment key={i}>
        <wbr />
        {name}
      </Fragment>
    ),
  );
}
