import type { SyntaxNode } from './syntax';

/** Words in a redirection that have nothing to do with it. */
export function strayWords({ type, children }: SyntaxNode): SyntaxNode[] {
  if (type === 'file_redirect') return children.filter(({ field }) => field === 'destination').slice(1);
  if (type !== 'heredoc_redirect') return [];
  return children.flatMap(child => (child.field === 'argument' ? [child] : strayWords(child)));
}

/** The grammar puts the words after a redirection into it; they are those of the last command. Null if none takes them. */
export function withStrayWords(
  bodies: readonly SyntaxNode[],
  stray: readonly SyntaxNode[],
): readonly SyntaxNode[] | null {
  const last = bodies.at(-1);
  if (stray.length === 0) return bodies;
  const whole = last && withWords(last, stray);
  return whole ? [...bodies.slice(0, -1), whole] : null;
}

/** A redirection as written, up to where its words end. */
export function ownText({ text, start, children }: SyntaxNode): string {
  const last = children.find(({ type, field }) => type === 'heredoc_start' || field === 'destination');
  return last ? text.slice(0, last.start + last.text.length - start) : text;
}

/** The node with more words for the last command in it; undefined if nothing in it takes words there. */
function withWords(node: SyntaxNode, words: readonly SyntaxNode[]): SyntaxNode | undefined {
  const { type, text, children } = node;
  if (type === 'command' || type === 'declaration_command' || type === 'unset_command') {
    const all = words.map(word => ({ ...word, field: 'argument' }));
    return { ...node, text: [text, ...words.map(word => word.text)].join(' '), children: [...children, ...all] };
  }
  const last = children.at(-1);
  const isOpen = type === 'pipeline' || type === 'list' || type === 'negated_command';
  const whole = isOpen && last ? withWords(last, words) : undefined;
  return whole && { ...node, children: [...children.slice(0, -1), whole] };
}
