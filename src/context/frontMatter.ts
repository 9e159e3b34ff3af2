// The head of a Markdown file, between two lines of `---`: the part of YAML that such heads are written in.

export interface FrontMatter {
  /** Texts by their key; what is no text, such as a list, is left out. */
  readonly values: ReadonlyMap<string, string>;
  /** Lists of texts by their key: `[a, b]`, or a line of `- a` for each. */
  readonly lists: ReadonlyMap<string, readonly string[]>;
  /** 1-based lines of all keys, also of those without a text. */
  readonly lines: ReadonlyMap<string, number>;
  /** What follows the head. */
  readonly body: string;
}

/** What is wrong with the head of a file. `line` is 1-based. */
export class FrontMatterError extends Error {
  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message);
  }
}

/** In characters; a head is for a few facts. */
const MAX_HEAD = 10_000;

/**
 * Reads `key: value` lines: plain, quoted, folded (`>`) and literal (`|`) texts. Maps are passed over. Throws
 * `FrontMatterError` where there is no head, or one that can't be read.
 */
export function readFrontMatter(text: string): FrontMatter {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  if (lines[0]?.trimEnd() !== '---') throw new FrontMatterError(1, 'The file has to begin with a line of ---.');
  const end = lines.findIndex((line, i) => i > 0 && line.trimEnd() === '---');
  if (end < 0) throw new FrontMatterError(1, 'The line of --- that ends the head is missing.');
  const head = lines.slice(1, end);
  if (head.join('\n').length > MAX_HEAD) {
    throw new FrontMatterError(1, `The head is longer than ${MAX_HEAD} characters.`);
  }
  const body = lines
    .slice(end + 1)
    .join('\n')
    .trim();
  return { ...new HeadReader(head).read(), body };
}

class HeadReader {
  readonly #values = new Map<string, string>();
  readonly #lists = new Map<string, readonly string[]>();
  readonly #lines = new Map<string, number>();
  #at = 0;

  constructor(private readonly head: readonly string[]) {}

  read(): Pick<FrontMatter, 'values' | 'lists' | 'lines'> {
    while (this.#at < this.head.length) {
      const line = this.head[this.#at++] ?? '';
      if (!isBlank(line)) this.#readEntry(line);
    }
    return { values: this.#values, lists: this.#lists, lines: this.#lines };
  }

  #readEntry(line: string): void {
    const { 1: key, 2: first = '' } = /^([A-Za-z_][\w.-]*)[ \t]*:(?:[ \t]+(.*))?$/s.exec(line) ?? [];
    if (key === undefined) throw this.#error('This is no line of the form "key: value".');
    if (this.#lines.has(key)) throw this.#error(`"${key}" is there twice.`);
    this.#lines.set(key, this.#at + 1);
    const value = this.#readValue(key, first.trim());
    if (value !== undefined) this.#values.set(key, value);
  }

  /** Undefined for what is no text. */
  #readValue(key: string, first: string): string | undefined {
    const block = /^([|>])(?:[+-]?[1-9]?|[1-9][+-])(?:\s+#.*)?$/s.exec(first);
    if (block) return joinBlock(this.#takeBelow(false), block[1] === '>');
    if (first.startsWith('"') || first.startsWith("'")) return this.#readQuoted(first);
    const below = this.#takeBelow(true).filter(line => !isBlank(line));
    const list = listOf(first, below);
    if (list) this.#lists.set(key, list);
    const isText = /^[^[\]{}&*!%@`#,|>]/.test(first);
    if (!isText) return undefined;
    return [first, ...below].map(line => line.replace(/(?:^|\s+)#.*$/s, '').trim()).join(' ');
  }

  #readQuoted(first: string): string {
    const line = this.#at + 1;
    const quote = first[0] ?? '"';
    const whole = quote === '"' ? /^"((?:[^"\\]|\\.)*)"\s*(?:#.*)?$/s : /^'((?:[^']|'')*)'\s*(?:#.*)?$/s;
    let text = first;
    for (;;) {
      const { 1: inner } = whole.exec(text) ?? [];
      if (inner !== undefined) return quote === '"' ? unescaped(inner, line) : inner.replaceAll("''", "'");
      const next = this.head[this.#at];
      if (next === undefined || !/^\s/.test(next)) throw new FrontMatterError(line, 'A quoted text is not closed.');
      this.#at++;
      text += ` ${next.trim()}`;
    }
  }

  /** The lines that belong to the key above them; a list may stand as far left as its key. */
  #takeBelow(mayBeList: boolean): string[] {
    const from = this.#at;
    const isBelow = (line: string) => isEmpty(line) || /^\s/.test(line) || (mayBeList && /^-(?:\s|$)/.test(line));
    while (this.#at < this.head.length && isBelow(this.head[this.#at] ?? '')) this.#at++;
    return this.head.slice(from, this.#at);
  }

  /** At the line that was taken last. */
  #error(message: string): FrontMatterError {
    return new FrontMatterError(this.#at + 1, message);
  }
}

/** The texts of a list that is written in its key's line, or below it; undefined: it is none. */
function listOf(first: string, below: readonly string[]): readonly string[] | undefined {
  if (first.startsWith('[')) {
    const { 1: inner } = /^\[(.*)\]\s*(?:#.*)?$/s.exec([first, ...below.map(line => line.trim())].join(' ')) ?? [];
    return (
      inner
        ?.match(/"(?:[^"\\]|\\.)*"|'[^']*'|[^,]+/g)
        ?.map(unquoted)
        .filter(text => text !== '') ?? (inner === undefined ? undefined : [])
    );
  }
  if (first !== '' && !first.startsWith('#')) return undefined;
  const items = below.map(line => /^\s*-\s+(.*)$/s.exec(line)?.[1]);
  const isList = items.length > 0 && items.every(item => item !== undefined);
  return isList ? items.map(item => unquoted(item.replace(/\s+#.*$/s, ''))).filter(text => text !== '') : undefined;
}

function unquoted(text: string): string {
  const plain = text.trim();
  return /^(?:"[^"]*"|'[^']*')$/s.test(plain) ? plain.slice(1, -1) : plain;
}

function joinBlock(lines: readonly string[], isFolded: boolean): string {
  const indents = lines.filter(line => !isEmpty(line)).map(line => /^\s*/.exec(line)?.[0].length ?? 0);
  const indent = Math.min(...indents);
  const text = lines.map(line => line.slice(indent).trimEnd()).join('\n');
  return (isFolded ? text.replace(/(?<!\n)\n(?!\n)/g, ' ') : text).trim();
}

const ESCAPES: Readonly<Record<string, string>> = {
  '0': '\0',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '"': '"',
  '\\': '\\',
  '/': '/',
  ' ': ' ',
};

function unescaped(text: string, line: number): string {
  const escape = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|(.))/gs;
  return text.replace(escape, (whole, ...groups: (string | undefined)[]) => {
    const code = groups.slice(0, 3).find(each => each !== undefined);
    const plain = code === undefined ? ESCAPES[groups[3] ?? ''] : characterOf(Number.parseInt(code, 16));
    if (plain === undefined) throw new FrontMatterError(line, `The escape ${whole} means nothing.`);
    return plain;
  });
}

function characterOf(code: number): string | undefined {
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

function isBlank(line: string): boolean {
  return /^\s*(?:#.*)?$/s.test(line);
}

function isEmpty(line: string): boolean {
  return line.trim() === '';
}
