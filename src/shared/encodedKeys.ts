// An encoded key is still a key, and `base64 .env` is the first thing that gets around a search for keys. A candidate
// is decoded and must match the whole pattern of a key, so that lookalikes, such as pictures, are left alone.
import {
  BETWEEN,
  coreOf,
  decodeBase64,
  decodeHex,
  hexDigit,
  isHexOf,
  isLineEnd,
  isSticky,
  mayHoldBase64,
  mayHoldHex,
  reversed,
  sextet,
} from './keySpellings';

/** A range of text that encodes a key; `end` is exclusive. */
interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** How an encoded key may begin; it is a key only if `stretchAt` doesn't return null. */
interface Needle {
  /** Its spelling without line ends and separators; empty for needles that can't begin in an unfinished run. */
  readonly spelling: string;
  readonly isAt: (text: string, at: number) => boolean;
  /** `from`: everything before this index belongs to an earlier match. */
  readonly stretchAt: (text: string, at: number, from: number) => Stretch | null;
}

/** A first look at a candidate decodes this many characters; the rest only if these have the shape of a key. */
const FIRST_LOOK = 64;
/** So many characters after the beginning rule out most lookalikes. */
const GLANCE = 4;
/** Beginnings of this length are rare enough for a full first look. */
const LONG = 8;
/** No key is longer, in characters. */
const MAX_DECODED = 40 * 1024;
/** With a shorter beginning, searching for the reversed key would find too much else. */
const MIN_REVERSED = 4;
/** The length of `-----BEGIN ` in hexadecimal. */
const LONGEST_SPELLING = 22;
const HEX_BEFORE = new RegExp(`([\\da-f]{2})${BETWEEN}$`, 'i');

/**
 * Finds keys of these shapes in base64 (including base64url), hexadecimal and percent-encoding, and reversed; keys of
 * the `plain` shapes as they are.
 */
export class EncodedKeys {
  /** By their first two characters, so that one pass over a text suffices whatever it contains. */
  readonly #needles = new Map<number, Needle[]>();
  readonly #isFirst = new Uint8Array(128 * 128);
  /** What a spelling that is cut off may consist of; made when first needed. */
  #openings: ReadonlySet<string> | undefined;

  constructor(shapes: readonly KeyShape[], plain: readonly KeyShape[] = []) {
    for (const shape of plain) this.#addPlain(shape);
    for (const shape of shapes) {
      const { beginning } = shape;
      for (const before of [0, 1, 2]) {
        const core = coreOf(beginning, before);
        for (const spelling of new Set([core, core.replaceAll('+', '-').replaceAll('/', '_')])) {
          this.#add(spelling, {
            spelling,
            isAt: (text, at) => isSpelledAt(text, at, spelling),
            stretchAt: (text, at) => base64At(text, at, shape, before),
          });
        }
      }
      this.#addHex(shape);
      if (beginning.length >= MIN_REVERSED) {
        const backwards = reversed(beginning);
        this.#add(backwards, {
          spelling: '',
          isAt: (text, at) => text.startsWith(backwards, at),
          stretchAt: (text, at, from) => reversedAt(text, at + beginning.length, from, shape),
        });
      }
    }
  }

  /** Whether the text contains an encoded key. */
  isIn(text: string): boolean {
    return this.#find(text, 1).length > 0;
  }

  /** The text with all encoded keys replaced. */
  redact(text: string, replacement: string): string {
    let clean = '';
    let end = 0;
    for (const each of this.#find(text)) {
      if (each.start >= end) clean += text.slice(end, each.start) + replacement;
      end = Math.max(end, each.end);
    }
    return end === 0 ? text : clean + text.slice(end);
  }

  /** Whether an encoded key may have begun in a run of letters and digits whose rest hasn't arrived yet. */
  mayBegin(run: string): boolean {
    for (let at = 0; at < run.length; at++) {
      const known = this.#needles.get(run.charCodeAt(at) * 128 + run.charCodeAt(at + 1));
      if (known?.some(({ spelling, isAt }) => spelling !== '' && isAt(run, at))) return true;
    }
    const openings = (this.#openings ??= new Set([...this.#needles.values()].flat().flatMap(openingsOf)));
    for (let length = Math.min(run.length, LONGEST_SPELLING); length > 0; length--) {
      const end = run.slice(-length);
      if (openings.has(end) || openings.has(end.toLowerCase())) return true;
    }
    return false;
  }

  #add(spelling: string, needle: Needle): void {
    const first = spelling.charCodeAt(0) * 128 + spelling.charCodeAt(1);
    this.#needles.set(first, [...(this.#needles.get(first) ?? []), needle]);
    this.#isFirst[first] = 1;
  }

  #addPlain({ beginning, pattern }: KeyShape): void {
    const here = new RegExp(pattern.source, 'y');
    this.#add(beginning, {
      spelling: '',
      isAt: (text, at) => text.startsWith(beginning, at),
      stretchAt: (text, at) => (isSticky(here, text, at) ? { start: at, end: here.lastIndex } : null),
    });
  }

  #addHex(shape: KeyShape): void {
    const { beginning } = shape;
    const bytes = Array.from(beginning, each => each.charCodeAt(0).toString(16).padStart(2, '0'));
    const needle: Needle = {
      spelling: bytes.join(''),
      // Not an expression: the many of them would take long to compile, when a few digits look alike for the first time.
      isAt: (text, at) => isHexOf(text, at, beginning),
      stretchAt: (text, at) => hexAt(text, at, shape),
    };
    const first = bytes[0] ?? '';
    for (const spelling of new Set([first, first.toUpperCase()])) this.#add(spelling, needle);
  }

  #find(text: string, most = Infinity): Stretch[] {
    const found: Stretch[] = [];
    let last = 0;
    let next = text.charCodeAt(0);
    for (let at = 0; at < text.length - 2; at++) {
      const code = next;
      next = text.charCodeAt(at + 1);
      const second = next === 10 || next === 13 ? text.charCodeAt(at + (next === 13 ? 3 : 2)) : next;
      if ((code | second) > 127 || this.#isFirst[code * 128 + second] === 0 || at < last) continue;
      const stretch = this.#stretchAt(text, at, last, code * 128 + second);
      if (!stretch) continue;
      found.push(stretch);
      if (found.length >= most) return found;
      last = stretch.end;
    }
    return found.sort((a, b) => a.start - b.start);
  }

  #stretchAt(text: string, at: number, from: number, first: number): Stretch | null {
    for (const { isAt, stretchAt } of this.#needles.get(first) ?? []) {
      const stretch = isAt(text, at) ? stretchAt(text, at, from) : null;
      if (stretch) return stretch;
    }
    return null;
  }
}

function openingsOf({ spelling }: Needle): string[] {
  return Array.from(spelling, (_, i) => spelling.slice(0, i + 1));
}

/** Whether the spelling is there, possibly with one line end in it, as in wrapped base64. */
function isSpelledAt(text: string, at: number, spelling: string): boolean {
  let place = at;
  let isWrapped = false;
  for (let i = 0; i < spelling.length; i++) {
    if (!isWrapped && isLineEnd(text, place)) {
      isWrapped = true;
      place += text.charCodeAt(place) === 13 ? 2 : 1;
    }
    if (text.charCodeAt(place++) !== spelling.charCodeAt(i)) return false;
  }
  return true;
}

/** The key whose first complete base64 character is at `at`; null if there is none. */
function base64At(text: string, at: number, shape: KeyShape, before: number): Stretch | null {
  // The core leaves out the beginning of its group of four characters; only the last of those belongs to the key too.
  const last = before === 0 ? '' : text.charAt(skipBack(text, at - 1));
  const head = before === 0 ? '' : 'A'.repeat(before) + (sextet(last.charCodeAt(0)) >= 0 ? last : 'A');
  const { beginning, joint } = shape;
  // Lookalikes are many, so they are ruled out before any function is made for the rest.
  const isWithin = isOfToken(byteBefore(text, at, before));
  if (joint !== undefined && isWithin && !mayHoldBase64(text, at, head, FIRST_LOOK + before, joint.charCodeAt(0)))
    return null;
  const glance = decodeBase64(text, at, head, beginning.length + GLANCE + before).decoded.slice(before);
  if (isLookalike(glance, shape)) return null;
  const decode = (limit: number) => decodeBase64(text, at, head, limit + before);
  const length = growing(limit => decode(limit).decoded.slice(before), shape, isWithin);
  return length === null ? null : { start: at, end: decode(length).end };
}

/** The byte that ends where the key begins whose first complete base64 character is at `at`; NaN if there is none. */
function byteBefore(text: string, at: number, before: number): number {
  const last = skipBack(text, at - 1);
  const second = sextet(text.charCodeAt(last));
  const first = sextet(text.charCodeAt(skipBack(text, last - 1)));
  if (first < 0 || second < 0) return NaN;
  return (((first << 6) | second) >> ([0, 4, 2][before] ?? 0)) & 0xff;
}

/**
 * The length of the key that the decoded text starts with; null if it doesn't start with one. Decodes only a few times
 * the key's length, because many keys may follow each other. `isWithin`: whether the text continues a token, which was
 * already examined from its start.
 */
function growing(decode: (limit: number) => string, shape: KeyShape, isWithin: boolean): number | null {
  const { beginning, body } = shape;
  const first = body && beginning.length < LONG ? beginning.length + body.least + GLANCE : FIRST_LOOK;
  for (let limit = first; ; limit = Math.min(MAX_DECODED, Math.max(FIRST_LOOK, limit * 4))) {
    const decoded = decode(limit);
    const length = keyLength(decoded, shape);
    if (decoded.length < limit || limit === MAX_DECODED) return length;
    // A key that reaches the end of the decoded text may continue after it, and one that is cut may look like none.
    const mayOpen = shape.opening?.test(decoded) === true && (limit < FIRST_LOOK || !isWithin);
    if (length === null ? !mayOpen : length < limit) return length;
  }
}

/** Whether the first few characters already tell that this is no key: most lookalikes need no more than that. */
function isLookalike(glance: string, { beginning, body }: KeyShape): boolean {
  return body !== undefined && !body.of.test(glance.slice(beginning.length));
}

/** Whether a byte may be inside a token: `\w` and `-`. */
function isOfToken(byte: number): boolean {
  const letter = byte | 32;
  return (letter >= 97 && letter <= 122) || (byte >= 48 && byte <= 57) || byte === 95 || byte === 45;
}

function skipBack(text: string, at: number): number {
  let place = at;
  while (place > 0 && (text.charCodeAt(place) === 10 || text.charCodeAt(place) === 13)) place--;
  return place;
}

function hexAt(text: string, at: number, shape: KeyShape): Stretch | null {
  const { beginning, joint } = shape;
  const isWithin = isOfToken(hexBefore(text, at));
  if (joint !== undefined && isWithin && !mayHoldHex(text, at, FIRST_LOOK, joint.charCodeAt(0))) return null;
  if (isLookalike(decodeHex(text, at, beginning.length + GLANCE).decoded, shape)) return null;
  const length = growing(limit => decodeHex(text, at, limit).decoded, shape, isWithin);
  return length === null ? null : { start: at, end: decodeHex(text, at, length).end };
}

/** The byte whose hexadecimal digits end at `at`, before a separator if there is one; NaN if there is none. */
function hexBefore(text: string, at: number): number {
  const [high, low] = [hexDigit(text.charCodeAt(at - 2)), hexDigit(text.charCodeAt(at - 1))];
  // Zeros may be a separator, as in `\u00`.
  if (high >= 0 && low >= 0 && high + low > 0) return high * 16 + low;
  return parseInt(HEX_BEFORE.exec(text.slice(Math.max(0, at - 10), at))?.[1] ?? '', 16);
}

/** The key whose reversed beginning ends at `end`; null if there is none. */
function reversedAt(text: string, end: number, from: number, shape: KeyShape): Stretch | null {
  const decode = (limit: number) => reversed(text.slice(Math.max(from, end - limit), end));
  if (isLookalike(decode(shape.beginning.length + GLANCE), shape)) return null;
  const length = growing(decode, shape, isOfToken(text.charCodeAt(end)));
  return length === null ? null : { start: end - length, end };
}

/** The length of the key at the beginning of the text; null if it doesn't begin with a key. */
function keyLength(text: string, { pattern }: KeyShape): number | null {
  let here = AT_BEGINNING.get(pattern);
  if (!here) AT_BEGINNING.set(pattern, (here = new RegExp(pattern.source, 'y')));
  return isSticky(here, text, 0) ? here.lastIndex : null;
}

/** Patterns that look for no key further on. */
const AT_BEGINNING = new Map<RegExp, RegExp>();

/** A kind of secret with a fixed beginning; a text without `beginning` contains none of this kind. */
export interface KeyShape {
  readonly beginning: string;
  /**
   * The part of the beginning to search for first. A search is slow if its first character is frequent, as in output
   * full of zeros. So every part begins with something rare in texts, and no two parts begin alike.
   */
  readonly part: string;
  readonly pattern: RegExp;
  /** The shortest key of any kind has at most so many characters after the beginning; the expression matches any number of the first of them. */
  readonly body?: { readonly of: RegExp; readonly least: number };
  /** A part that each key has, after at most so many characters as are looked at within a token. */
  readonly joint?: string;
  /** Matches a cut-off key that `pattern` doesn't recognize yet. */
  readonly opening?: RegExp;
}
