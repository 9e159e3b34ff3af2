import * as l10n from '@vscode/l10n';
import createMarkdownIt, { type MarkdownIt, type RendererRule, type StateInline, type Token } from 'markdown-it';
import { placeOf } from '../text/format';
import { fileIn, isInlineImage, targetOf } from './addresses';

/**
 * The Markdown parser for answers. No HTML, no reference definitions (they could change text already shown), only
 * addresses that `addresses.ts` allows. Links have no `href`: VS Code would open those by itself, while ours are
 * first shown in full.
 */
export function createMarkdown(): MarkdownIt {
  const markdown = createMarkdownIt({ html: false, linkify: true, typographer: false });
  markdown.disable(['reference', 'html_block', 'html_inline']);
  // Links need a scheme: `file.sh` and `main.rs` are files, not hosts.
  markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  markdown.validateLink = address => targetOf(address) !== undefined || isInlineImage(address);
  markdown.inline.ruler.before('autolink', 'line_break', breakLine);
  markdown.core.ruler.push('tasks', state => state.tokens.forEach(markTask));
  // Bullets and bars stand where the lines begin, in Hebrew or Arabic on the right.
  markdown.core.ruler.push('directions', state =>
    state.tokens
      .filter(({ type }) => /^(?:bullet_list|ordered_list|blockquote)_open$/.test(type))
      .forEach(token => token.attrSet('dir', 'auto')),
  );
  Object.assign(markdown.renderer.rules, rules(markdown));
  return markdown;
}

/** The HTML of one block. `listStart` is the number with which its first list continues. */
export function renderMarkdown(markdown: MarkdownIt, source: string, listStart?: number): string {
  const env = {};
  const tokens = markdown.parse(source, env);
  if (listStart !== undefined && tokens[0]?.type === 'ordered_list_open') tokens[0].attrSet('start', String(listStart));
  return markdown.renderer.render(tokens, markdown.options, env);
}

function rules(markdown: MarkdownIt): Record<string, RendererRule> {
  const escape = markdown.utils.escapeHtml;
  const heading: RendererRule = (tokens, i) => {
    // The turn has the heading above. Models start at any level, so levels 1 to 3 are the same for assistive
    // technology.
    const level = Number(tokens[i]?.tag.slice(1) ?? 1);
    const tag = level <= 3 ? 'h3' : 'h4';
    return tokens[i]?.nesting === 1 ? `<${tag} class="heading-${level}">` : `</${tag}>`;
  };
  const cell: RendererRule = (tokens, i) => {
    const align = /text-align:(\w+)/.exec(attribute(tokens[i], 'style'))?.[1];
    return `<${tokens[i]?.tag}${align ? ` class="align-${align}"` : ''}>`;
  };
  return {
    heading_open: heading,
    heading_close: heading,
    th_open: cell,
    td_open: cell,
    table_open: () => '<div class="table" tabindex="0"><table>',
    table_close: () => '</table></div>',
    link_open: (tokens, i) => {
      const address = attribute(tokens[i], 'href');
      return isInlineImage(address) ? '[' : `<a ${linkAttributes(address, escape)}>`;
    },
    link_close: (tokens, i) => {
      const address = attribute(openerOf(tokens, i), 'href');
      return isInlineImage(address) ? `](${escape(address)})` : '</a>';
    },
    image: (tokens, i) => {
      const token = tokens[i];
      const address = attribute(token, 'src');
      const alt = escape(token?.content ?? '');
      if (isInlineImage(address)) return `<img src="${escape(address)}" alt="${alt}">`;
      const label = alt || escape(l10n.t('Image'));
      return `<a ${linkAttributes(address, escape, 'image')}>${label} <span class="address">${escape(address)}</span></a>`;
    },
    code_inline: (tokens, i) => {
      const code = tokens[i]?.content ?? '';
      const file = fileIn(code);
      if (!file) return `<code>${escape(code)}</code>`;
      return `<code ${fileAttributes(file, escape)}>${escape(code)}</code>`;
    },
  };
}

function attribute(token: Token | undefined, name: string): string {
  return String(token?.attrGet(name) ?? '');
}

function linkAttributes(address: string, escape: (text: string) => string, kind = 'link'): string {
  const target = targetOf(address);
  if (target?.kind === 'file') return fileAttributes(target, escape);
  return `class="${kind}" role="link" tabindex="0" data-link="${escape(address)}" title="${escape(address)}"`;
}

function fileAttributes(file: { path: string; line: number | null }, escape: (text: string) => string): string {
  const line = file.line === null ? '' : ` data-line="${file.line}"`;
  const title = escape(placeOf(file.path, file.line ?? undefined));
  return `class="file" role="link" tabindex="0" data-file="${escape(file.path)}"${line} title="${title}"`;
}

/** The `link_open` that belongs to the `link_close` at `i`; links do not nest. */
function openerOf(tokens: readonly Token[], i: number): Token | undefined {
  return tokens.slice(0, i).findLast(token => token.type === 'link_open');
}

/** Reads `<br>` as a line break: models use it in table cells, where Markdown has no other line break. */
function breakLine(state: StateInline, silent: boolean): boolean {
  const tag = /^<br\s*\/?>/i.exec(state.src.slice(state.pos, state.pos + 8))?.[0];
  if (tag === undefined) return false;
  if (!silent) state.push('hardbreak', 'br', 0);
  state.pos += tag.length;
  return true;
}

/** Replaces `[ ]` or `[x]` at the start of a list item by a ballot box, which also replaces the bullet. */
function markTask(inline: Token, i: number, tokens: readonly Token[]): void {
  const item = tokens[i - 2];
  if (inline.type !== 'inline' || item?.type !== 'list_item_open') return;
  const text = inline.children?.[0];
  const mark = text?.type === 'text' ? /^\[([ xX])\] /.exec(text.content) : null;
  if (!text || !mark) return;
  item.attrSet('class', 'task');
  text.content = `${mark[1] === ' ' ? '☐' : '☑'} ${text.content.slice(4)}`;
}
