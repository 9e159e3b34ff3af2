/**
 * Makes an unfinished last line presentable: closes open emphasis and code, and shows only the text of a link whose
 * address is incomplete. Only for display; the closed block is rendered from the source.
 */
export function completed(source: string): string {
  const start = source.lastIndexOf('\n') + 1;
  let line = source.slice(start).replace(/!?\[([^\]]*)\]\([^)]*$/, '$1');
  if (count(line, '`') % 2 === 1)
    return source.slice(0, start) + (line.endsWith('`') ? line.slice(0, -1) : `${line}\``);
  line = line.replace(/(^|\s)\*{1,3}$/, '$1');
  const paragraph = source.slice(source.lastIndexOf('\n\n') + 1, start) + line;
  if (count(paragraph, '**') % 2 === 1 && !/\s$/.test(line)) line = `${line.replace(/\*$/, '')}**`;
  return source.slice(0, start) + line;
}

function count(text: string, mark: string): number {
  return text.split(mark).length - 1;
}
