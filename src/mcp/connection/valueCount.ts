/**
 * The most values in a message. Text is parsed quickly whatever its length, but many small values, or keys of an object,
 * take long.
 */
export const MAX_VALUES = 100_000;

const [QUOTE, BACKSLASH, LINE_END, RETURN] = [34, 92, 10, 13];
/** `[`, `{`, `,` and `:`, one of which stands before each value and each key. */
const MARKS = new Set([91, 123, 44, 58]);

/** Counts the values of JSON that arrives in pieces, without parsing it. */
export class ValueCount {
  #count = 0;
  #isText = false;
  #isEscaped = false;
  #last = 0;

  /** `isStream`: a blank line ends a message, and the next one counts by itself. */
  constructor(private readonly isStream: boolean) {}

  /** False: the message has too many values. */
  add(bytes: Uint8Array): boolean {
    for (let i = 0; i < bytes.length && this.#count <= MAX_VALUES; i++) {
      const byte = bytes[i] ?? 0;
      if (this.#isText && byte !== LINE_END) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === BACKSLASH) this.#isEscaped = true;
        else if (byte === QUOTE) this.#isText = false;
      } else if (byte === QUOTE) this.#isText = true;
      else if (MARKS.has(byte)) this.#count++;
      else if (byte === LINE_END && this.#last === LINE_END && this.isStream) {
        [this.#count, this.#isText, this.#isEscaped] = [0, false, false];
      }
      if (byte !== RETURN) this.#last = byte;
    }
    return this.#count <= MAX_VALUES;
  }
}

/** Whether a JSON text has too many values to be parsed. */
export function hasTooMany(text: string): boolean {
  let count = 0;
  for (let i = 0; i < text.length && count <= MAX_VALUES; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) i = endOfText(text, i);
    else if (MARKS.has(code)) count++;
  }
  return count > MAX_VALUES;
}

/** The offset of the quote that ends the text which begins at `start`. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let first = end;
    while (text.charCodeAt(first - 1) === BACKSLASH) first--;
    if ((end - first) % 2 === 0) return end;
  }
  return text.length;
}
