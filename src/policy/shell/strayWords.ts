import type { SyntaxNode } from './syntax';

/** Words that the grammar attaches to a redirection but that don't belong to it. */
export function strayWords({ type, children }: SyntaxNode): SyntaxNode[] {
  if (type === 'file_redirect') return children.filter(({ field }) => field === 'destination').slice(1);
  if (type !== 'heredoc_redirect') return [];
  return children.flatMap(child => (child.field === 'argument' ? [child] : strayWords(child)));
}

/** Moves words that the grammar attached to a redirection to the last command. Null if no command takes them. */
export function withStrayWords(
  bodies: readonly SyntaxNode[],
  stray: readonly SyntaxNode[],
): readonly SyntaxNode[] | null {
  const last = bodies.at(-1);
  if (stray.length === 0) return bodies;
  const whole = last && withWords(last, stray);
  return whole ? [...bodies.slice(0, -1), whole] : null;
}

/** A redirection as written, without the words that don't belong to it. */
export function ownText({ text, start, children }: SyntaxNode): string {
  const last = children.find(({ type, field }) => type === 'heredoc_start' || field === 'destination');
  return last ? text.slice(0, last.start + last.text.length - start) : text;
}

/** The node with additional words for its last command; undefined if nothing in it can take them. */
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
