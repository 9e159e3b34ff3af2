/** A part of a command's prompt. Templates are parsed once: inserted text is not parsed again. */
export type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  /** All arguments of the command. */
  | { readonly kind: 'args' }
  /** One word of the arguments, counted from 1. */
  | { readonly kind: 'word'; readonly number: number }
  /** An argument given as `name=value`, or all arguments if there is only one such part. */
  | { readonly kind: 'input'; readonly name: string; readonly hint: string }
  /** The content that `@name` would attach. */
  | { readonly kind: 'mention'; readonly name: string }
  /** The content of a file or folder. */
  | { readonly kind: 'file'; readonly path: string; readonly source: string }
  /** The output of a command; `{{args}}` in it is replaced by the quoted arguments. */
  | { readonly kind: 'shell'; readonly command: string };

/** A problem with a template. `line` is 1-based, within the template. */
export class TemplateError extends Error {
  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message);
  }
}

/** The placeholder for the arguments in a shell part. */
export const ARGS = '{{args}}';

/** Parses `@{path}`, `!{command}` and `{{args}}`. Throws `TemplateError` for a brace that is not closed. */
export function parseTomlTemplate(text: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  const mark = /[@!]\{|\{\{args\}\}/g;
  let at = 0;
  for (let found = mark.exec(text); found; found = mark.exec(text)) {
    const [opening] = found;
    pushText(parts, text.slice(at, found.index));
    at = mark.lastIndex;
    if (opening === ARGS) {
      parts.push({ kind: 'args' });
      continue;
    }
    const end = closingBrace(text, at);
    if (end < 0) throw new TemplateError(lineAt(text, found.index), `${opening} isn't closed with a brace.`);
    const inner = text.slice(at, end).trim();
    at = end + 1;
    mark.lastIndex = at;
    if (inner === '') continue;
    const source = text.slice(found.index, at);
    parts.push(opening === '@{' ? { kind: 'file', path: inner, source } : { kind: 'shell', command: inner });
  }
  pushText(parts, text.slice(at));
  return parts;
}

/** Parses the syntax of Claude Code's commands: `$ARGUMENTS`, `$1`, and `!` before a command in backticks. */
export function parseClaudeTemplate(text: string): TemplatePart[] {
  return splitBy(text, /\$ARGUMENTS\b|\$([1-9])(?!\d)|!`([^`\n]+)`/g, ([, number, command]) => {
    if (command !== undefined) return { kind: 'shell', command: command.trim().replaceAll('$ARGUMENTS', ARGS) };
    return number === undefined ? { kind: 'args' } : { kind: 'word', number: Number(number) };
  });
}

/** Parses the syntax of VS Code's prompt files: `${input:name:hint}`, `${selection}` and `#file:path`. */
export function parsePromptTemplate(text: string): TemplatePart[] {
  return splitBy(
    text,
    /\$\{input:([\w-]+)(?::([^}\n]*))?\}|(?<!\S)#file:(?:'([^'\n]+)'|([^\s'`,;()]+))|\$\{(?:selection|selectedText)\}/g,
    ([source, name, hint = '', quoted, path = '']) => {
      if (source.startsWith('${sel')) return { kind: 'mention', name: 'selection' };
      if (name !== undefined) return { kind: 'input', name, hint };
      return { kind: 'file', path: quoted ?? path.replace(/[.:!?]+$/, ''), source };
    },
  );
}

/** Whether the template contains a place for the arguments. */
export function takesArguments(parts: readonly TemplatePart[]): boolean {
  return parts.some(({ kind }) => kind === 'args' || kind === 'word' || kind === 'input') || usesArgsInShell(parts);
}

function usesArgsInShell(parts: readonly TemplatePart[]): boolean {
  return parts.some(part => part.kind === 'shell' && part.command.includes(ARGS));
}

function splitBy(text: string, mark: RegExp, toPart: (found: RegExpExecArray) => TemplatePart): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let at = 0;
  for (const found of text.matchAll(mark)) {
    pushText(parts, text.slice(at, found.index));
    parts.push(toPart(found));
    at = found.index + found[0].length;
  }
  pushText(parts, text.slice(at));
  return parts;
}

function pushText(parts: TemplatePart[], text: string): void {
  if (text !== '') parts.push({ kind: 'text', text });
}

/** The index of the brace that closes the one opened before `from`; -1 if there is none. */
function closingBrace(text: string, from: number): number {
  let depth = 1;
  for (let i = from; i < text.length; i++) {
    if (text[i] === '{') depth++;
    else if (text[i] === '}' && --depth === 0) return i;
  }
  return -1;
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
