import { placesOf } from './placesOf';

/** Replaces the range from `start` to `end` of a text, in code units. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Every exact occurrence of `wanted`, left to right, without overlap. */
export function findExact(text: string, wanted: string, fresh: string): Edit[] {
  if (wanted === '') return [];
  return placesOf(text, wanted).map(start => ({ start, end: start + wanted.length, text: fresh }));
}

/** Every run of lines that equals `wanted` except for whitespace around lines; `fresh` gets the file's indentation. */
export function findLoosely(text: string, wanted: string, fresh: string): Edit[] {
  const block = new Block(wanted, fresh);
  const trimmed = block.oldLines.map(line => line.trim());
  if (trimmed.every(line => line === '')) return [];
  const lines = text.split('\n');
  const plain = lines.map(line => line.trim());
  const edits: Edit[] = [];
  let offset = 0;
  let next = 0;
  for (const at of placesOf(plain, trimmed)) {
    while (next < at) offset += (lines[next++]?.length ?? 0) + 1;
    const found = lines.slice(at, at + trimmed.length);
    const end = offset + found.join('\n').length;
    edits.push(block.edit(text, offset, end, new Indentation(block.oldLines, found).applyAll(block.newLines)));
  }
  return edits;
}

/** Every run of the tokens of `wanted` that starts a line, with any whitespace between them. */
export function findTokens(text: string, wanted: string, fresh: string): Edit[] {
  const pattern = tokenPattern(wanted, text);
  if (!pattern) return [];
  const block = new Block(wanted, fresh);
  return [...text.matchAll(pattern)].map(match => {
    const indentation = new Indentation(block.oldLines, [match[1] ?? '']);
    return block.edit(text, match.index, match.index + match[0].length, indentation.applyAll(block.newLines));
  });
}

/** The text to replace and its replacement, as lines. */
export class Block {
  readonly oldLines: readonly string[];
  readonly newLines: readonly string[];
  readonly #takesNewline: boolean;
  readonly #givesNewline: boolean;

  constructor(wanted: string, fresh: string) {
    this.#takesNewline = wanted.endsWith('\n');
    this.#givesNewline = this.#takesNewline && fresh.endsWith('\n');
    this.oldLines = (this.#takesNewline ? wanted.slice(0, -1) : wanted).split('\n');
    this.newLines = (this.#givesNewline ? fresh.slice(0, -1) : fresh).split('\n');
  }

  /** Replaces the range from `start` to `end`, which excludes the newline after it, by `lines`. */
  edit(text: string, start: number, end: number, lines: readonly string[]): Edit {
    const body = lines.join('\n');
    if (!this.#takesNewline || text[end] !== '\n') return { start, end, text: body };
    return { start, end: end + 1, text: this.#givesNewline ? `${body}\n` : body };
  }
}

/** Translates the model's indentation to the file's. */
export class Indentation {
  readonly #known = new Map<string, string>();
  readonly #from: string;
  readonly #to: string;

  constructor(written: readonly string[], found: readonly string[]) {
    const first = Math.max(
      0,
      written.findIndex(line => line.trim() !== ''),
    );
    this.#from = indentOf(written[first] ?? '');
    this.#to = indentOf(found[first] ?? found[0] ?? '');
    written.forEach((line, at) => {
      const indent = indentOf(line);
      const other = found[at];
      if (line.trim() !== '' && other !== undefined && !this.#known.has(indent))
        this.#known.set(indent, indentOf(other));
    });
  }

  applyAll(lines: readonly string[]): string[] {
    return lines.map(line => this.#apply(line));
  }

  #apply(line: string): string {
    if (line.trim() === '') return '';
    const indent = indentOf(line);
    return this.#translate(indent) + line.slice(indent.length);
  }

  #translate(indent: string): string {
    const known = this.#known.get(indent);
    if (known !== undefined) return known;
    if (indent.startsWith(this.#from)) return this.#to + indent.slice(this.#from.length);
    if (!this.#from.startsWith(indent)) return indent;
    return this.#to.slice(0, Math.max(0, this.#to.length - (this.#from.length - indent.length)));
  }
}

function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

const MAX_TOKENS = 2000;
/** The maximum number of token comparisons, if many lines start like the wanted text: some tenths of a second. */
const MAX_COMPARED = 5_000_000;
const DELIMITERS = '():[\\]{}<>=,;';

/**
 * Only whitespace separates tokens, and no token begins with it, so matching takes linear time. Null if there are too
 * few or too many tokens.
 */
function tokenPattern(wanted: string, text: string): RegExp | null {
  // Blanks that no token follows would be tried from each of them on.
  const tokens = [...wanted.trimEnd().matchAll(new RegExp(`(\\s*)([${DELIMITERS}]|[^\\s${DELIMITERS}]+)`, 'g'))];
  if (tokens.length < 2 || tokens.length > MAX_TOKENS) return null;
  const first = tokens[0]?.[2] ?? '';
  const beginnings = text.split('\n').filter(line => line.trimStart().startsWith(first)).length;
  if (beginnings * tokens.length > MAX_COMPARED) return null;
  let source = '';
  let last = '';
  for (const [, blanks = '', token = ''] of tokens) {
    const isNeeded = blanks !== '' && /\w$/.test(last) && /^\w/.test(token);
    if (last !== '') source += isNeeded ? '\\s+' : '\\s*';
    source += token.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
    last = token;
  }
  return new RegExp(`^([ \\t]*)${source}${/\w$/.test(last) ? '(?!\\w)' : ''}`, 'gm');
}
