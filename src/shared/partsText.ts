import type { Part } from './messages';

/** The text of the parts, without thoughts and calls; texts are joined by `between`. */
export function textOf(parts: readonly Part[], between = ''): string {
  return parts.flatMap(part => (part.type === 'text' ? [part.text] : [])).join(between);
}
