import { EncodedKeys, type KeyShape } from '../encodedKeys';
import { KEY_SHAPES } from '../redact';
import { isExample } from './secretValues';
import { withoutEscapes } from './withoutEscapes';

/** A value that must not be sent: `name` is its variable, `source` the file that contains it, null: the environment. */
export interface KnownSecret {
  readonly value: string;
  readonly name: string;
  readonly source: string | null;
}

/** A secret in a text, never its value: a known value, or something shaped like a key, by how such keys begin. */
export type FoundSecret =
  | { readonly kind: 'value'; readonly name: string; readonly source: string | null }
  | { readonly kind: 'shape'; readonly beginning: string };

/** How many characters of a value must match in encoded form. */
const ENOUGH = 32;
const BEGINNING = 12;

interface Known {
  readonly secret: KnownSecret;
  /** Its spellings in code, JSON, URLs and HTML. */
  readonly spellings: readonly string[];
  /** Undefined for values that aren't pure ASCII: those are found only unencoded. */
  readonly shape: KeyShape | undefined;
}

/** Searches texts for secrets, plain, with some or all characters escaped, in base64 or hexadecimal, or reversed. */
export class SecretScanner {
  readonly #known: readonly Known[];
  readonly #foreign: readonly Known[];
  /** Checks for all secrets and shapes in one pass over a text. */
  readonly #any: EncodedKeys;

  constructor(secrets: readonly KnownSecret[]) {
    this.#known = secrets.map(secret => ({
      secret,
      spellings: spellingsOf(secret.value),
      shape: isAscii(secret.value) ? shapeOf(secret.value) : undefined,
    }));
    this.#foreign = this.#known.filter(({ shape }) => !shape);
    const encoded = this.#known.flatMap(({ shape }) => shape ?? []);
    const plain = this.#known.flatMap(({ spellings }) => spellings.filter(isAscii).map(shapeOf));
    this.#any = new EncodedKeys([...KEY_SHAPES, ...encoded], [...KEY_SHAPES, ...plain]);
  }

  /** The secrets in a text, each once. A text without any costs a single scan, and another one if it has escapes. */
  find(text: string): readonly FoundSecret[] {
    const plain = withoutInvisible(text);
    const found = this.#findIn(plain);
    const unescaped = withoutEscapes(plain);
    if (unescaped === plain) return found;
    const names = new Set(found.map(nameOf));
    return [...found, ...this.#findIn(unescaped).filter(each => !names.has(nameOf(each)))];
  }

  /** The text with every secret replaced by `[redacted: name]`; the same text if there is none. */
  redact(text: string): string {
    if (this.find(text).length === 0) return text;
    const clean = this.#redactIn(withoutInvisible(text));
    if (this.find(clean).length === 0) return clean;
    // Only what contains a secret loses its escapes.
    const words = clean.split(/(\s+)/).map(word => {
      const unescaped = withoutEscapes(word);
      return this.#findIn(unescaped).length > 0 ? this.#redactIn(unescaped) : word;
    });
    const rest = words.join('');
    return this.find(rest).length > 0 ? this.#redactIn(withoutEscapes(rest)) : rest;
  }

  #findIn(plain: string): readonly FoundSecret[] {
    const isForeign = this.#foreign.some(({ spellings }) => spellings.some(each => plain.includes(each)));
    if (!isForeign && !this.#any.isIn(plain)) return [];
    const known = this.#known.filter(
      ({ spellings, shape }) => spellings.some(each => plain.includes(each)) || (shape && isIn(plain, shape)),
    );
    const values = known.map(({ secret: { name, source } }) => ({ kind: 'value', name, source }) as const);
    const rest = known.reduce((left, each) => without(left, each), plain);
    const shapes = KEY_SHAPES.filter(
      shape => matchesOf(rest, shape).some(match => !isExample(match)) || isIn(rest, shape),
    );
    const beginnings = [...new Set(shapes.map(({ beginning }) => beginning))];
    return [...values, ...beginnings.map(beginning => ({ kind: 'shape', beginning }) as const)];
  }

  #redactIn(plain: string): string {
    const hidden = (name: string) => `[redacted: ${name}]`;
    const clean = this.#known.reduce((left, each) => without(left, each, hidden(each.secret.name)), plain);
    const shapeless = KEY_SHAPES.reduce(
      (left, { pattern }) => left.replace(pattern, match => (isExample(match) ? match : hidden('key'))),
      clean,
    );
    return new EncodedKeys(KEY_SHAPES).redact(shapeless, hidden('key'));
  }
}

function nameOf(found: FoundSecret): string {
  return found.kind === 'value' ? `${found.name} ${found.source ?? ''}` : `shape ${found.beginning}`;
}

function spellingsOf(value: string): readonly string[] {
  const json = JSON.stringify(value).slice(1, -1);
  const html = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
  return [...new Set([value, json, encodeURIComponent(wellFormed(value)), html, value.replaceAll('\n', '\r\n')])];
}

function isAscii(value: string): boolean {
  return /^[\x20-\x7e\r\n\t]+$/.test(value);
}

function shapeOf(value: string): KeyShape {
  const beginning = value.slice(0, BEGINNING);
  return { beginning, part: beginning, pattern: new RegExp(escaped(value.slice(0, ENOUGH)), 'g') };
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`);
}

function isIn(text: string, shape: KeyShape): boolean {
  return new EncodedKeys([shape]).isIn(text);
}

function matchesOf(text: string, { pattern }: KeyShape): readonly string[] {
  return Array.from(text.matchAll(pattern), ([match]) => match);
}

function without(text: string, { spellings, shape }: Known, replacement = ' '): string {
  const left = spellings.reduce((rest, each) => rest.replaceAll(each, replacement), text);
  return shape ? new EncodedKeys([shape]).redact(left, replacement) : left;
}

/** Invisible characters could split a value. */
function withoutInvisible(text: string): string {
  return INVISIBLE.test(text) ? text.replace(new RegExp(INVISIBLE, 'g'), '') : text;
}

const INVISIBLE = /[\u200b-\u200f\u2060-\u2064\ufeff]|\udb40[\udc00-\udc7f]/;

function wellFormed(text: string): string {
  return text.replace(/[\ud800-\udfff]/g, '');
}
