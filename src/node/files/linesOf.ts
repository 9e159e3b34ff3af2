import type { FileLines, FileText } from '../../agent/ports/workspace';

/** Lines `first` to `last` (1-based, inclusive) of a text that is completely in memory. */
export function linesOf({ text, encoding, isUnsaved }: FileText, first: number, last: number): FileLines {
  const lines: string[] = [];
  let total = 0;
  let endsInNewline = true;
  for (let from = 0; from < text.length;) {
    const newline = text.indexOf('\n', from);
    const end = newline < 0 ? text.length : newline;
    total++;
    if (total >= first && total <= last) {
      lines.push(text.slice(from, newline > from && text[newline - 1] === '\r' ? newline - 1 : end));
      endsInNewline = newline >= 0;
    }
    from = end + 1;
  }
  return { lines, encoding, isUnsaved, total, endsInNewline };
}
