import DOMPurify, { type Config } from 'dompurify';
import { isInlineImage } from './addresses';

/** Exactly what `markdown.ts` writes; the rest is removed. One object: DOMPurify parses a configuration only once. */
const config: Config & { RETURN_DOM_FRAGMENT: true } = {
  ALLOWED_TAGS: [
    ...['p', 'h3', 'h4', 'ul', 'ol', 'li', 'blockquote', 'hr', 'br', 'pre', 'code', 'em', 'strong', 's'],
    ...['a', 'img', 'span', 'div', 'table', 'thead', 'tbody', 'tr', 'th', 'td', '#text'],
  ],
  ALLOWED_ATTR: ['class', 'role', 'tabindex', 'title', 'start', 'src', 'alt', 'data-link', 'data-file', 'data-line'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOW_UNKNOWN_PROTOCOLS: false,
  RETURN_DOM_FRAGMENT: true,
};

/** The last step before HTML becomes part of the page. */
export function sanitise(html: string): DocumentFragment {
  const fragment = DOMPurify.sanitize(html, config);
  // The page's policy would not load another picture either; the element goes so that nothing depends on it alone.
  for (const image of fragment.querySelectorAll('img')) {
    if (!isInlineImage(image.getAttribute('src') ?? '')) image.remove();
  }
  return fragment;
}
