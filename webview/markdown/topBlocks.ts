import type { MarkdownIt } from 'markdown-it';

/** A fenced code block that has begun; `end` matches its closing line. */
export interface Fence {
  readonly info: string;
  readonly indent: number;
  readonly end: RegExp;
  code: string;
}

/** A top-level block, by the offsets of its lines. */
export interface Top {
  readonly start: number;
  readonly contentStart: number;
  /** Where the list's items start. */
  readonly items: number[];
  readonly firstItem?: number;
  readonly fence?: Fence;
}

/** The top-level blocks of complete lines, with their offsets. */
export function topBlocks(markdown: MarkdownIt, text: string): Top[] {
  const lines = [0];
  for (let at = -1; (at = text.indexOf('\n', at + 1)) >= 0;) lines.push(at + 1);
  const offset = (line: number) => lines[line] ?? text.length;
  const tokens: Parameters<MarkdownIt['block']['parse']>[3] = [];
  markdown.block.parse(text, markdown, {}, tokens);
  const tops: Top[] = [];
  for (const token of tokens) {
    if (!token.map) continue;
    if (token.level === 1 && token.type === 'list_item_open') tops.at(-1)?.items.push(offset(token.map[0]));
    if (token.level !== 0 || token.nesting < 0) continue;
    const start = offset(token.map[0]);
    const contentStart = offset(token.map[0] + 1);
    const firstItem = token.type === 'ordered_list_open' ? Number(token.attrGet('start') ?? 1) : undefined;
    const fence = token.type === 'fence' ? fenceOf(token, text.slice(start, contentStart)) : undefined;
    tops.push({
      start,
      contentStart,
      items: [],
      ...(firstItem !== undefined && { firstItem }),
      ...(fence && { fence }),
    });
  }
  // Text before the first block belongs to it.
  const first = tops[0];
  if (first && !first.fence) tops[0] = { ...first, start: 0 };
  return tops;
}

function fenceOf(token: { readonly markup: string; readonly info: string }, firstLine: string): Fence {
  const mark = token.markup.charAt(0);
  return {
    info: token.info.trim(),
    indent: firstLine.length - firstLine.trimStart().length,
    end: new RegExp(`^ {0,3}${mark}{${token.markup.length},}[ \\t]*\\r?$`),
    code: '',
  };
}
