import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import TurndownService from 'turndown';

/** The part of a DOM document that is used here. */
interface Page {
  readonly body: { readonly innerHTML: string };
  querySelector(selector: string): Tag | null;
  querySelectorAll(selector: string): Iterable<Tag>;
}

interface Tag {
  readonly textContent: string | null;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  remove(): void;
}

/** Converts an HTML page to Markdown: its article, if any, otherwise the whole body. Runs no script, loads nothing. */
export function toMarkdown(html: string, url: string): string {
  const whole = /<html[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`;
  const { document } = parseHTML(whole) as unknown as { readonly document: Page };
  for (const each of document.querySelectorAll('script, style, noscript, template, iframe, object, svg')) each.remove();
  absoluteLinks(document, url);
  const title = document.querySelector('title')?.textContent?.trim() ?? '';
  for (const each of document.querySelectorAll('title')) each.remove();
  const all = document.body.innerHTML;
  const article = readArticle(document);
  const body = createTurndown().turndown(article ?? all);
  return title === '' || body.startsWith(`# ${title}`) ? body : `# ${title}\n\n${body}`;
}

/** The part of Readability that is used here; its own types need a browser's DOM. */
type Reader = new (document: Page) => {
  parse(): { readonly content?: string | null; readonly length?: number | null } | null;
};

/** Readability modifies the document, and returns nothing for pages without an article. */
function readArticle(document: Page): string | undefined {
  const { content, length } = new (Readability as unknown as Reader)(document).parse() ?? {};
  return content && (length ?? 0) > 200 ? content : undefined;
}

function absoluteLinks(document: Page, base: string): void {
  for (const link of document.querySelectorAll('a[href]')) {
    const href = link.getAttribute('href') ?? '';
    if (URL.canParse(href, base)) link.setAttribute('href', new URL(href, base).href);
  }
}

function createTurndown(): TurndownService {
  const turndown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' });
  // Only an image's alternative text is readable.
  turndown.addRule('picture', {
    filter: 'img',
    replacement: (_, node) => (node as unknown as Tag).getAttribute('alt') ?? '',
  });
  return turndown;
}
