/** One way to read the text after an `@`: the longest first, then those without final punctuation. */
export interface MentionReading {
  /** Without quotation marks, escapes and line numbers. */
  readonly name: string;
  /** The offset of its end in the text. */
  readonly end: number;
  /** 1-based and inclusive, from `#L3-9` or `:3-9`. */
  readonly lines?: { readonly first: number; readonly last: number };
}

/** An `@` in a text that may mention something. */
export interface Mention {
  /** The offset of the `@`. */
  readonly start: number;
  readonly readings: readonly MentionReading[];
  /** Its name is quoted or contains escapes, which is only done for names. */
  readonly isExplicit: boolean;
}

/**
 * What may precede an `@`: a space, an opening mark, or a letter of a script without spaces. Excludes mail addresses.
 */
const BEFORE =
  /[\s*([{<"'“”‘’«»‹›„‚,;:=|>—–、。，：；「『（【\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]$/u;
const QUOTED = /^(?:"([^"\n]+)"|'([^'\n]+)'|“([^”\n]+)”)/;
const PLAIN = /^(?:\\.|[^\s"“”„«»<>|])+/u;
/** Characters that end a sentence or a bracket, and hardly ever a file name. */
const TRAILING = /[.,;:!?)\]}'’*_~`…。，、；：！？）】」』]$/u;
const LINES = /^(.+?)(?:#L(\d{1,7})(?:-L?(\d{1,7}))?|:(\d{1,7})(?:-(\d{1,7}))?)$/;
/** Escapes of characters that are special to a shell; any other backslash is a Windows separator. */
const ESCAPE = /\\([\s()[\]{}&;'"!#$`|*?<>,@\\~])/g;
const MAX_NAME = 4096;

/** Finds possible mentions in a prompt, in order, except in fenced code. */
export function findMentions(text: string): Mention[] {
  const fences = fencedParts(text);
  const mentions: Mention[] = [];
  for (let at = text.indexOf('@'); at >= 0;) {
    const mention = isFree(text, at, fences) ? mentionAt(text, at) : undefined;
    if (mention) mentions.push(mention);
    at = text.indexOf('@', Math.max(at + 1, mention?.readings.at(-1)?.end ?? 0));
  }
  return mentions;
}

function isFree(text: string, at: number, fences: readonly (readonly [number, number])[]): boolean {
  if (at > 0 && !BEFORE.test(text.slice(Math.max(0, at - 2), at))) return false;
  return !fences.some(([start, end]) => start <= at && at < end);
}

function mentionAt(text: string, start: number): Mention | undefined {
  const rest = text.slice(start + 1, start + 1 + MAX_NAME);
  const quoted = QUOTED.exec(rest);
  if (quoted) {
    const name = quoted[1] ?? quoted[2] ?? quoted[3] ?? '';
    const after = /^#L(\d{1,7})(?:-L?(\d{1,7}))?/.exec(rest.slice(quoted[0].length));
    const end = start + 1 + quoted[0].length + (after?.[0].length ?? 0);
    return { start, isExplicit: true, readings: [{ name, end, ...linesIn(after?.[1], after?.[2]) }] };
  }
  const plain = PLAIN.exec(rest)?.[0] ?? '';
  const readings = readingsOf(plain, start + 1);
  return readings.length === 0 ? undefined : { start, isExplicit: /\\[^\w]/.test(plain), readings };
}

function readingsOf(plain: string, from: number): MentionReading[] {
  const readings: MentionReading[] = [];
  for (let raw = plain; raw !== ''; raw = raw.slice(0, -1)) {
    readings.push({ name: unescaped(raw), end: from + raw.length });
    const [, path, first, last, line, lastLine] = LINES.exec(raw) ?? [];
    if (path !== undefined) {
      readings.push({ name: unescaped(path), end: from + raw.length, ...linesIn(first ?? line, last ?? lastLine) });
    }
    if (!TRAILING.test(raw) || raw.endsWith('\\', raw.length - 1)) break;
  }
  return readings;
}

function linesIn(first: string | undefined, last = first): Pick<MentionReading, 'lines'> {
  const [from, to] = [Number(first), Number(last)];
  return first === undefined || from < 1 || to < from ? {} : { lines: { first: from, last: to } };
}

function unescaped(raw: string): string {
  return raw.replace(ESCAPE, '$1');
}

/** Escapes a path or pattern so that it can be typed after an `@`. */
export function asMentioned(path: string): string {
  return path.replace(/[\s()[\]{}&;'"!#$`|*?<>,@\\~]/g, '\\$&');
}

/** The offsets of fenced code, including the fences; end offsets are exclusive. */
function fencedParts(text: string): (readonly [number, number])[] {
  const parts: [number, number][] = [];
  let open: { readonly mark: string; readonly start: number } | undefined;
  for (const line of text.matchAll(/^ {0,3}(`{3,}|~{3,})([^\n]*)$/gm)) {
    const [whole, mark = '', info = ''] = line;
    if (!open) open = mark.startsWith('`') && info.includes('`') ? undefined : { mark, start: line.index };
    else if (mark.startsWith(open.mark) && info.trim() === '') {
      parts.push([open.start, line.index + whole.length]);
      open = undefined;
    }
  }
  return open ? [...parts, [open.start, text.length]] : parts;
}
