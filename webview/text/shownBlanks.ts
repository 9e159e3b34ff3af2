import type { DiffLine } from './diffLines';

/** A piece of a line; `isMark`: it stands for blanks, as many as it has characters. */
export interface BlankPiece {
  readonly text: string;
  readonly isMark: boolean;
}

/** Those lines of a hunk that differ from a line of the other side only in their blanks. */
export function onlyBlanksChanged(lines: readonly DiffLine[]): ReadonlySet<DiffLine> {
  const textsOf = (kind: DiffLine['kind']) =>
    new Set(lines.flatMap(line => (line.kind === kind ? [withoutBlanks(line.text)] : [])));
  const [added, removed] = [textsOf('added'), textsOf('removed')];
  return new Set(
    lines.filter(({ kind, text }) => {
      if (kind !== 'added' && kind !== 'removed') return false;
      return (kind === 'added' ? removed : added).has(withoutBlanks(text));
    }),
  );
}

/** A changed line in pieces, with marks for the blanks at its end, or for all of them: they would not be seen. */
export function markBlanks(text: string, isAll: boolean): readonly BlankPiece[] {
  return text
    .split(isAll ? /([ \t]+)/ : /([ \t]+)$/)
    .map((piece, i) => ({
      text: i % 2 === 1 ? piece.replaceAll(' ', '·').replaceAll('\t', '→') : piece,
      isMark: i % 2 === 1,
    }))
    .filter(piece => piece.text !== '');
}

function withoutBlanks(text: string): string {
  return text.replace(/[ \t]+/g, '');
}
