// The front matter of a Markdown file, between two lines of `---`: a YAML map.
import { isMap, isScalar, isSeq, LineCounter, parseDocument, type Document, type YAMLError } from 'yaml';

export interface FrontMatter {
  /** Strings by key; numbers and words such as `true` are strings as written. Lists and maps are left out. */
  readonly values: ReadonlyMap<string, string>;
  /** Lists of strings by key: `[a, b]`, or one line of `- a` for each. */
  readonly lists: ReadonlyMap<string, readonly string[]>;
  /** 1-based lines of all keys, even those without a string. */
  readonly lines: ReadonlyMap<string, number>;
  /** The text after the front matter. */
  readonly body: string;
}

/** A problem with the front matter. `line` is 1-based. */
export class FrontMatterError extends Error {
  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message);
  }
}

/** In characters; front matter contains only a few facts. */
const MAX_HEAD = 10_000;
const MAX_LINES = 500;
/** Characters that YAML may take for the beginning of a list, map or the like. */
const MAX_SIGNS = 1500;
/** The parser recurses for each level of nested lists. */
const MAX_DEPTH = 20;

/** Throws `FrontMatterError` if there is no front matter, or it can't be parsed. */
export function readFrontMatter(text: string): FrontMatter {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  if (lines[0]?.trimEnd() !== '---') throw new FrontMatterError(1, 'The file must begin with a line of ---.');
  const end = lines.findIndex((line, i) => i > 0 && line.trimEnd() === '---');
  if (end < 0) throw new FrontMatterError(1, 'The line of --- that ends the head is missing.');
  const head = lines.slice(1, end);
  if (head.join('\n').length > MAX_HEAD) {
    throw new FrontMatterError(1, `The head is longer than ${MAX_HEAD} characters.`);
  }
  if (head.length > MAX_LINES) throw new FrontMatterError(MAX_LINES + 2, `The head has more than ${MAX_LINES} lines.`);
  const deep = head.findIndex((_line, i) => isDeep(head[i] ?? ''));
  if (deep >= 0) throw new FrontMatterError(deep + 2, `Lists and maps are nested more than ${MAX_DEPTH} deep.`);
  if ((head.join('\n').match(/[,&*!]|[?:-]\s/g)?.length ?? 0) > MAX_SIGNS)
    throw new FrontMatterError(1, 'The head holds too many lists and maps.');
  const body = lines
    .slice(end + 1)
    .join('\n')
    .trim();
  return { ...readHead(head), body };
}

/** A single line may contain all levels, so each line is checked on its own. */
function isDeep(line: string): boolean {
  return (
    (/^[\s?:-]*/.exec(line)?.[0].match(/[?:-](?=\s)/g)?.length ?? 0) + (line.match(/[[{]/g)?.length ?? 0) > MAX_DEPTH
  );
}

function readHead(head: readonly string[]): Omit<FrontMatter, 'body'> {
  const counter = new LineCounter();
  const lineAt = (offset: number) => Math.min(counter.linePos(offset).line, Math.max(head.length, 1)) + 1;
  const document = parseLeniently(head, counter);
  const error = document.errors[0];
  if (error) throw new FrontMatterError(lineAt(error.pos[0]), messageOf(error));
  const values = new Map<string, string>();
  const lists = new Map<string, readonly string[]>();
  const lines = new Map<string, number>();
  const { contents } = document;
  if (contents === null) return { values, lists, lines };
  if (!isMap(contents)) throw new FrontMatterError(lineAt(contents.range?.[0] ?? 0), NO_MAP);
  for (const { key, value } of contents.items) {
    if (!isScalar(key) || typeof key.value !== 'string') continue;
    if (lines.has(key.value)) throw new FrontMatterError(lineAt(key.range?.[0] ?? 0), 'This key appears twice.');
    lines.set(key.value, lineAt(key.range?.[0] ?? 0));
    if (isScalar(value) && typeof value.value === 'string' && value.range?.[0] !== value.range?.[1]) {
      values.set(key.value, value.type?.startsWith('BLOCK') ? value.value.trim() : value.value);
    }
    if (isSeq(value)) {
      const items = value.items.map(item => (isScalar(item) ? String(item.value).trim() : ''));
      lists.set(
        key.value,
        items.filter(item => item !== ''),
      );
    }
  }
  return { values, lists, lines };
}

/** Parses every scalar as a string. If YAML rejects values such as in `key: a: b`, tries again with these quoted. */
function parseLeniently(head: readonly string[], counter: LineCounter): Document {
  const parse = (lines: readonly string[]) => {
    counter.lineStarts.length = 0;
    return parseDocument(lines.join('\n'), {
      schema: 'failsafe',
      // The check compares every key with every other; duplicate top-level keys are detected below.
      uniqueKeys: false,
      lineCounter: counter,
      prettyErrors: false,
      logLevel: 'silent',
    });
  };
  const document = parse(head);
  if (document.errors.every(({ code }) => code !== 'BLOCK_AS_IMPLICIT_KEY')) return document;
  const quoted = parse(withQuotes(head));
  return quoted.errors.length === 0 ? quoted : parse(head);
}

/** Quotes plain strings that contain a colon, including their continuation lines. Keeps all line numbers. */
function withQuotes(head: readonly string[]): string[] {
  const lines: string[] = [];
  for (let i = 0; i < head.length; i++) {
    const { 1: key = '', 2: first } = /^([\w.-]+:\s+)([^\s"'[\]{}&*!%@`#,|>?-].*:\s.*)$/.exec(head[i] ?? '') ?? [];
    if (first === undefined) {
      lines.push(head[i] ?? '');
      continue;
    }
    const from = i;
    while (/^\s+\S/.test(head[i + 1] ?? '')) i++;
    const text = [first, ...head.slice(from + 1, i + 1)]
      .map(line => line.replace(/(?:^|\s+)#.*$/, '').trim())
      .join(' ');
    lines.push(`${key}'${text.replaceAll("'", "''")}'`, ...Array<string>(i - from).fill(''));
  }
  return lines;
}

const NO_MAP = 'This line must have the form "key: value".';

function messageOf({ code, message }: YAMLError): string {
  if (code === 'MISSING_CHAR' && message.includes('quote')) return "A quoted string isn't closed.";
  if (/^Implicit (?:map )?keys need/.test(message)) return NO_MAP;
  return `This isn't valid YAML: ${message}`;
}
