import type { SyntaxNode } from './syntax';
import { isPlainExpansion } from './words';

/** Kinds whose parts stand together. */
const JOINED = /^(?:command_name|concatenation|variable_assignment)$/;
/** Kinds in which the end of a line ends what was begun, unless it stands behind a backslash. */
const ON_ONE_LINE =
  /^(?:command|redirected_statement|file_redirect|herestring_redirect|declaration_command|unset_command|variable_assignments|negated_command)$/;
/** Kinds of which the grammar leaves out text that stands between their parts. */
const WITH_TEXT = /^(?:string|translated_string|heredoc_body|heredoc_redirect|expansion|arithmetic_expansion|regex)$/;
/** Kinds of words without quotes. */
const BARE = /^(?:word|number|variable_name|file_descriptor)$/;
/** What ends a bare word. */
const META = /[\s;&|<>()'"`]/;

/**
 * The first text that the grammar reads otherwise than bash does: ends of lines that it takes for blanks or for a
 * part of a word, words that it parts or joins, comments where none begins. Undefined if there is none.
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

/** Tells what can't stand between two parts of a node. A line that goes on joins what it stands between. */
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
