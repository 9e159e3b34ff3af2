import { StringDecoder } from 'node:string_decoder';

/** Splits chunks into lines, without CRLF and byte-order mark; skips blank lines. */
export class LineReader {
  readonly #decoder = new StringDecoder('utf8');
  #pieces: string[] = [];
  #length = 0;
  #isFirst = true;

  /** `onFlood`: called when a line exceeds `limit` characters; nothing more is read. */
  constructor(
    private readonly limit: number,
    private readonly onLine: (line: string) => void,
    private readonly onFlood: () => void,
  ) {}

  push(chunk: Buffer): void {
    if (this.#length > this.limit) return;
    const text = this.#decoder.write(chunk);
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      this.#end(text.slice(start, end));
      start = end + 1;
    }
    const rest = text.slice(start);
    if (rest === '') return;
    this.#pieces.push(rest);
    this.#length += rest.length;
    if (this.#length > this.limit) {
      this.#pieces = [];
      this.onFlood();
    }
  }

  #end(last: string): void {
    const whole = this.#pieces.length === 0 ? last : [...this.#pieces, last].join('');
    this.#pieces = [];
    this.#length = 0;
    const line = whole.endsWith('\r') ? whole.slice(0, -1) : whole;
    const plain = this.#isFirst && line.startsWith('\uFEFF') ? line.slice(1) : line;
    this.#isFirst = false;
    if (plain.trim() !== '') this.onLine(plain);
  }
}
