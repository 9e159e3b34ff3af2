import type { SyntaxNode } from './syntax';

/** Nodes that only group others or have no effect. Every other type is a risk. */
const TRANSPARENT = new Set([
  'program',
  'list',
  'pipeline',
  'subshell',
  'compound_statement',
  'if_statement',
  'elif_clause',
  'else_clause',
  'while_statement',
  'do_group',
  'case_statement',
  'case_item',
  'negated_command',
  'command_substitution',
  'process_substitution',
  'string',
  'concatenation',
  'heredoc_body',
  'comment',
]);

/** True for a type of node whose meaning to the shell is not known here. */
export function isUnknown(node: SyntaxNode): boolean {
  // A `case` pattern that runs nothing.
  if (node.type === 'extglob_pattern' && !/[$`]/.test(node.text)) return false;
  // Tokens have no children; the other exceptions are names and operators that are checked elsewhere.
  return (
    node.children.length > 0 &&
    !TRANSPARENT.has(node.type) &&
    !/^(?:word|heredoc_|array|simple_expansion)/.test(node.type)
  );
}
