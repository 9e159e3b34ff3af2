import type { Part } from './messages';

/** What parts say as text, thoughts and calls left out; `between` stands between two of them. */
export function textOf(parts: readonly Part[], between = ''): string {
  return parts.flatMap(part => (part.type === 'text' ? [part.text] : [])).join(between);
}
