import type { SyntaxNode } from './syntax';

/** Nodes that only hold others, or say nothing. Every other kind is a risk. */
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

/** True for a kind of node of which it is not known what the shell makes of it. */
export function isUnknown(node: SyntaxNode): boolean {
  // A pattern of `case` in which nothing runs.
  if (node.type === 'extglob_pattern' && !/[$`]/.test(node.text)) return false;
  // Tokens have no parts and are named after themselves, or are names and operators that were looked at already.
  return (
    node.children.length > 0 &&
    !TRANSPARENT.has(node.type) &&
    !/^(?:word|heredoc_|array|simple_expansion)/.test(node.type)
  );
}
