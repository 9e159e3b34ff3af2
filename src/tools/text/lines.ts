/** The number of lines; a newline at the end doesn't start another line. */
export function countLines(text: string): number {
  let count = text === '' || text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** Lines `first` to `last` (1-based, inclusive) without their endings, found without splitting the whole text. */
export function linesBetween(text: string, first: number, last: number): string[] {
  const lines: string[] = [];
  let from = 0;
  for (let line = 1; line <= last && from < text.length; line++) {
    const newline = text.indexOf('\n', from);
    const end = newline < 0 ? text.length : newline;
    if (line >= first) lines.push(text.slice(from, text[end - 1] === '\r' && newline >= 0 ? end - 1 : end));
    from = end + 1;
  }
  return lines;
}

/** The 1-based line of the character at `offset`. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

export function withLf(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

/** The most frequent line ending of a text. */
export function commonEnding(text: string): '\n' | '\r\n' {
  let crlf = 0;
  let all = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    all++;
    if (text[at - 1] === '\r') crlf++;
  }
  return crlf * 2 > all ? '\r\n' : '\n';
}
