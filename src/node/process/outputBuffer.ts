/** Small pieces are joined to this length, because each string has its own overhead. */
const PIECE_LENGTH = 16 * 1024;

/** Collects output and stores at most `limit` characters of it: its beginning and its end. */
export class OutputBuffer {
  #head = '';
  readonly #tail: string[] = [];
  #tailLength = 0;
  #fresh: string[] = [];
  #freshLength = 0;
  #cut = 0;
  readonly #headLimit: number;
  readonly #tailLimit: number;

  constructor(limit: number) {
    this.#headLimit = Math.floor(limit / 5);
    this.#tailLimit = limit - this.#headLimit;
  }

  append(text: string): void {
    const room = this.#headLimit - this.#head.length;
    if (room > 0) this.#head += text.slice(0, room);
    const rest = room > 0 ? text.slice(room) : text;
    if (rest === '') return;
    this.#fresh.push(rest);
    this.#freshLength += rest.length;
    if (this.#freshLength >= PIECE_LENGTH) this.#settle();
  }

  text(): string {
    this.#settle();
    const note = this.#cut > 0 ? `\n[... ${this.#cut} characters left out ...]\n` : '';
    return this.#head + note + this.#tail.join('');
  }

  #settle(): void {
    this.#tail.push(this.#fresh.join(''));
    this.#tailLength += this.#freshLength;
    this.#fresh = [];
    this.#freshLength = 0;
    while (this.#tailLength > this.#tailLimit) this.#dropOldest();
  }

  #dropOldest(): void {
    const excess = this.#tailLength - this.#tailLimit;
    const oldest = this.#tail[0] ?? '';
    const dropped = Math.min(excess, oldest.length);
    if (dropped === oldest.length) this.#tail.shift();
    else this.#tail[0] = oldest.slice(dropped);
    this.#tailLength -= dropped;
    this.#cut += dropped;
  }
}
