import DOMPurify, { type Config } from 'dompurify';
import { isInlineImage } from './addresses';

/**
 * Exactly what `markdown.ts` writes; the rest is removed. A single object, because DOMPurify then parses the
 * configuration only once.
 */
const CONFIG: Config & { RETURN_DOM_FRAGMENT: true } = {
  ALLOWED_TAGS: [
    ...['p', 'h3', 'h4', 'ul', 'ol', 'li', 'blockquote', 'hr', 'br', 'pre', 'code', 'em', 'strong', 's'],
    ...['a', 'img', 'span', 'div', 'table', 'thead', 'tbody', 'tr', 'th', 'td', '#text'],
  ],
  ALLOWED_ATTR: [
    ...['class', 'dir', 'role', 'tabindex', 'title', 'start', 'src', 'alt'],
    ...['data-link', 'data-file', 'data-line'],
  ],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOW_UNKNOWN_PROTOCOLS: false,
  RETURN_DOM_FRAGMENT: true,
};

/** Sanitizes HTML; the last step before it becomes part of the page. */
export function sanitise(html: string): DocumentFragment {
  const fragment = DOMPurify.sanitize(html, CONFIG);
  // The page's policy wouldn't load any other image either; removing the element is a second line of defense.
  for (const image of fragment.querySelectorAll('img')) {
    if (!isInlineImage(image.getAttribute('src') ?? '')) image.remove();
  }
  return fragment;
}
