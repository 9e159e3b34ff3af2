import type { Risk, Word } from './command';
import type { SyntaxNode } from './syntax';

/** Characters that make a word a pattern if they are unquoted. */
const PATTERN = /[*?[\]{}!]/;
/** Variables whose value the shell itself sets and that can't contain anything surprising. */
const PLAIN_PARAMETERS = /^\$(?:[?#$!]|\{[?#$!]\})$/;

/** A word of the syntax tree as the shell would pass it on. Adds to `risks` whatever could hide something. */
export function wordOf(node: SyntaxNode, risks: Risk[]): Word {
  switch (node.type) {
    case 'word':
    case 'number':
    case 'variable_name':
    case 'regex':
    case 'extglob_pattern':
    case 'test_operator':
      return bareWord(node.text);
    case 'raw_string':
      return { value: node.text.slice(1, -1), isStatic: true, isQuoted: true };
    case 'string':
    case 'translated_string':
      return quotedWord(node, risks);
    case 'ansi_c_string':
      risks.push({ kind: 'hidden', detail: node.text });
      return { value: decodeAnsiC(node.text.slice(2, -1)), isStatic: true, isQuoted: true };
    case 'concatenation':
    case 'command_name': {
      const hasLoneBraces = LONE_BRACES.test(node.text);
      const isLoneBrace = ({ text }: SyntaxNode) => hasLoneBraces && (text === '{' || text === '}');
      return joined(
        node.children.map(child => (isLoneBrace(child) ? literal(child.text) : wordOf(child, risks))),
        node.text,
      );
    }
    case 'simple_expansion':
      return unknownWord(PLAIN_PARAMETERS.test(node.text));
    case 'expansion':
      if (!isPlainExpansion(node.text)) {
        risks.push({ kind: 'unparsed', detail: node.text });
      }
      return unknownWord(PLAIN_PARAMETERS.test(node.text));
    case 'arithmetic_expansion':
      // A variable in arithmetic is evaluated again, which may run its content.
      if (!/^\$\(\([\d\s+*/%()-]*\)\)$/.test(node.text)) risks.push({ kind: 'unparsed', detail: node.text });
      return unknownWord(false);
    case 'command_substitution':
      // The result is a commit hash.
      return unknownWord(/^\$\(git rev-parse (?:--short |--verify )?(?:HEAD|@)(?:[~^]\d*)*\)$/.test(node.text));
    case 'process_substitution':
      // The name of a pipe, which the shell generates.
      return unknownWord(true);
    case 'brace_expression':
      return { value: node.text, isStatic: false, isQuoted: false };
    default:
      if (node.children.length === 0 && !/[$`]/.test(node.text)) return bareWord(node.text);
      risks.push({ kind: 'unparsed', detail: node.text });
      return unknownWord(false);
  }
}

/**
 * Empty braces, as in `find -exec cat {} +`, or braces around a single item, as in `stash@{0}`, are not a pattern,
 * but the grammar splits them.
 */
const LONE_BRACES = /\{\}|^[\w@~^/.+-]*\{(?![^}]*\.\.)[\w.-]*\}[\w@~^/.:+-]*$/;

function literal(value: string): Word {
  return { value, isStatic: true, isQuoted: false };
}

/** True for `${x}`, `${x:-text}` and the like that run nothing; `@`, `!`, `=` and brackets never count as harmless. */
export function isPlainExpansion(text: string): boolean {
  if (/^\$\{(?:#?[A-Za-z_]\w*|\d+|[?#$!])\}$/.test(text)) return true;
  return /^\$\{#?[A-Za-z_]\w*(?::?[-+]|%{1,2}|#{1,2})[\w ./*-]*\}$/.test(text);
}

function unknownWord(isStatic: boolean): Word {
  return { value: '', isStatic, isQuoted: false };
}

function joined(words: readonly Word[], text: string): Word {
  const value = words.map(word => word.value).join('');
  const isBraced = /^[^'"]*\{[^'"]*(?:,|\.\.)[^'"]*\}/.test(text);
  return {
    value,
    isStatic: words.every(word => word.isStatic) && !isBraced,
    isQuoted: words.some(word => word.isQuoted),
  };
}

/** A backslash makes the next character literal, and joins lines. */
function bareWord(text: string): Word {
  const value = text.replace(/\\\n/g, '').replace(/\\(.)/gs, '$1');
  const open = text.replace(/\\./gs, '');
  // Empty braces, as in `find -exec rm {} \;`, are not a pattern.
  const isStatic = !PATTERN.test(open.replaceAll('{}', ''));
  const isFilePattern = !isStatic && /^[\w./][\w./*?@+-]*$/.test(text);
  return { value, isStatic, isQuoted: text.includes('\\'), ...(isFilePattern && { isFilePattern }) };
}

function quotedWord(node: SyntaxNode, risks: Risk[]): Word {
  const text = node.text.replace(/^\$?"|"$/g, '');
  // A dollar sign at the end of a text is literal.
  if (/^[^$`\\]*\$$/.test(text)) return { value: text, isStatic: true, isQuoted: true };
  const inside = node.children.filter(child => !/^\$?"$/.test(child.type));
  // The grammar leaves some text out of its nodes, such as a line end before an escape.
  if (inside.every(isPlainText)) return { value: unescaped(text), isStatic: true, isQuoted: true };
  const words = inside.map(child => (isPlainText(child) ? literal(unescaped(child.text)) : wordOf(child, risks)));
  const isWhole = inside.map(child => child.text).join('') === text;
  return {
    value: words.map(word => word.value).join(''),
    isStatic: isWhole && words.every(word => word.isStatic),
    isQuoted: true,
    // `"$@"` expands to any number of words.
    ...(isWhole && !/\$(?:@|\{[^}]*@)/.test(text) && { isOne: true as const }),
  };
}

function isPlainText({ type, text, children }: SyntaxNode): boolean {
  return children.length === 0 && (type === 'string_content' || !/^[$`]/.test(text));
}

/** The value of a text between double quotes. */
function unescaped(text: string): string {
  return text.replace(/\\([$`"\\\n])/g, (_, character: string) => (character === '\n' ? '' : character));
}

const ANSI_C: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
};

/** The value of `$'…'`. */
export function decodeAnsiC(text: string): string {
  return text.replace(
    /\\(?:x([\da-f]{1,2})|u([\da-f]{1,4})|U([\da-f]{1,8})|([0-7]{1,3})|c(.)|(.))/gis,
    (_, hex?: string, short?: string, long?: string, octal?: string, control?: string, plain?: string) => {
      const code = hex ?? short ?? long;
      if (code !== undefined) return codePoint(Number.parseInt(code, 16));
      if (octal !== undefined) return codePoint(Number.parseInt(octal, 8));
      if (control !== undefined) return codePoint(control.charCodeAt(0) & 31);
      return ANSI_C[plain ?? ''] ?? plain ?? '';
    },
  );
}

function codePoint(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
