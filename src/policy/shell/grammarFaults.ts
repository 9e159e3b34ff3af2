import type { SyntaxNode } from './syntax';
import { isPlainExpansion } from './words';

/** Node types whose parts are adjacent, with nothing in between. */
const JOINED = /^(?:command_name|concatenation|variable_assignment)$/;
/** Node types that end at the end of the line, unless a backslash precedes it. */
const ON_ONE_LINE =
  /^(?:command|redirected_statement|file_redirect|herestring_redirect|declaration_command|unset_command|variable_assignments|negated_command)$/;
/** Node types in which the grammar leaves out text between the parts. */
const WITH_TEXT = /^(?:string|translated_string|heredoc_body|heredoc_redirect|expansion|arithmetic_expansion|regex)$/;
/** Types of unquoted words. */
const BARE = /^(?:word|number|variable_name|file_descriptor)$/;
/** Characters that end an unquoted word. */
const META = /[\s;&|<>()'"`]/;

/**
 * The first text that the grammar reads differently from bash: line ends taken for spaces or for part of a word,
 * words split or joined wrongly, comments where none begins. Undefined if there is none.
 */
export function grammarFault(root: SyntaxNode, text: string): string | undefined {
  return faultIn(root, text);
}

function faultIn(node: SyntaxNode, text: string): string | undefined {
  if (node.type === 'expansion' && isPlainExpansion(node.text)) return undefined;
  if (isWronglyRead(node, text)) return node.text;
  if (!WITH_TEXT.test(node.type)) {
    const isWrong = wrongGapIn(node);
    for (const [i, child] of node.children.entries()) {
      const before = node.children[i - 1];
      if (before && isWrong(text.slice(before.start + before.text.length, child.start))) return node.text;
    }
  }
  for (const child of node.children) {
    const fault = faultIn(child, text);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function isWronglyRead({ type, text: own, start, children }: SyntaxNode, text: string): boolean {
  if (type === 'comment') return !beginsComment(text, start);
  if (children.length > 0) return false;
  if (BARE.test(type)) return META.test(own.replace(/\\./gs, ''));
  if (type === 'string_content') return own.replace(/\\./gs, '').includes('"');
  if (type === 'raw_string') return own.slice(1, -1).includes("'");
  if (type === 'ansi_c_string') return own.slice(2, -1).replace(/\\./gs, '').includes("'");
  return false;
}

/** Returns a test for text that can't separate two parts of a node. Line continuations join what they separate. */
function wrongGapIn({ type }: SyntaxNode): (gap: string) => boolean {
  if (JOINED.test(type)) return gap => gap !== '';
  const blanks = ON_ONE_LINE.test(type) ? /^(?:\\\n)*(?:[ \t]+(?:\\\n)*)+$/ : /^(?:\\\n)*(?:\s+(?:\\\n)*)+$/;
  return gap => gap !== '' && !blanks.test(gap);
}

/** A `#` begins a comment only where a word could begin. */
function beginsComment(text: string, at: number): boolean {
  let end = at;
  while (text.startsWith('\\\n', end - 2) && end >= 2) end -= 2;
  if (end === 0) return true;
  let escapes = 0;
  while (text[end - 2 - escapes] === '\\') escapes++;
  return /[\s;&|()`]/.test(text.charAt(end - 1)) && escapes % 2 === 0;
}
