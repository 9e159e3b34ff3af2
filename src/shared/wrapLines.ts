/**
 * Breaks lines that are longer than `width` characters, at blanks where there are any; what follows is indented by two
 * more. For texts to be approved: editors don't wrap, and what lies beyond their right edge would be approved unseen.
 */
export function wrapLines(text: string, width: number): string {
  return text
    .split('\n')
    .flatMap(line => wrapLine(line, width))
    .join('\n');
}

function wrapLine(line: string, width: number): string[] {
  const ownIndent = /^ */.exec(line)?.[0].length ?? 0;
  // At least half of each line is text, however far it is indented.
  const indent = ' '.repeat(Math.min(ownIndent + 2, width >> 1));
  const pieces: string[] = [];
  const characters = Array.from(line);
  let [start, at] = ['', 0];
  while (start.length + characters.length - at > width) {
    const piece = characters.slice(at, at + width - start.length);
    const blank = piece.lastIndexOf(' ') + 1;
    const isInside = piece.slice(0, blank).some(each => each !== ' ');
    const length = isInside ? blank : piece.length;
    pieces.push(start + piece.slice(0, length).join(''));
    at += length;
    start = indent;
  }
  return [...pieces, start + characters.slice(at).join('')];
}
