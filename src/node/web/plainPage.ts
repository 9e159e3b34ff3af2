/** For larger pages, the HTML parsers take seconds to minutes and block the process. */
const MAX_DEPTH = 200;
const MAX_ELEMENTS = 15_000;

const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr|p|li|tr|td|th|dt|dd|option)$/i;

/** Whether a page is too large for the HTML parsers, judging by one pass over its tags. */
export function isTooMuch(html: string): boolean {
  let depth = 0;
  let elements = 0;
  for (const [, end, name = '', isClosed] of html.matchAll(/<(\/?)([a-z][a-z\d-]{0,30})(?:[^<>]{0,4000}?(\/))?/gi)) {
    if (VOID.test(name) || isClosed !== undefined) {
      elements++;
      continue;
    }
    if (end === '/') depth = Math.max(0, depth - 1);
    else {
      depth++;
      elements++;
    }
    if (depth > MAX_DEPTH || elements > MAX_ELEMENTS) return true;
  }
  return elements > MAX_ELEMENTS;
}

/** The text of a page without its tags, for one that is too large to parse; takes time linear in its length. */
export function plainPage(html: string): string {
  return dropElements(html)
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(?:nbsp|#160);/gi, ' ')
    .replace(/&lt;/gi, '<')
    .replace(/&gt;/gi, '>')
    .replace(/&quot;/gi, '"')
    .replace(/&amp;/gi, '&')
    .split('\n')
    .map(line =>
      line
        .trim()
        .split(/[ \t]+/)
        .join(' '),
    )
    .filter(line => line !== '')
    .join('\n');
}

/** Removes scripts, styles and other elements without readable text, including their content. */
function dropElements(html: string): string {
  const pieces: string[] = [];
  const begin = /<(script|style|template|svg|noscript)\b/gi;
  let at = 0;
  for (let match = begin.exec(html); match; match = begin.exec(html)) {
    pieces.push(html.slice(at, match.index));
    const end = new RegExp(`</${match[1] ?? ''}\\b`, 'gi');
    end.lastIndex = match.index;
    const closing = end.exec(html);
    at = closing ? closing.index : html.length;
    begin.lastIndex = at;
    if (!closing) break;
  }
  pieces.push(html.slice(at));
  return pieces.join('');
}
