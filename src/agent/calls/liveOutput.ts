import { lastOutput, LIVE_OUTPUT_LIMIT } from '../../shared/lastOutput';

/** As often as more of an output is told, to somebody who reads it. */
const INTERVAL_MS = 100;

/** What a running call prints, told in few pieces, and of very much no more than there is to see of it. */
export class LiveOutput {
  #pieces: string[] = [];
  #length = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #nextAt = 0;

  constructor(private readonly tell: (text: string) => void) {}

  readonly push = (text: string): void => {
    this.#pieces.push(text);
    this.#length += text.length;
    // More than is told stays, for where that begins depends on what is before it.
    for (
      let [first] = this.#pieces;
      first && this.#length - first.length > 2 * LIVE_OUTPUT_LIMIT;
      [first] = this.#pieces
    ) {
      this.#pieces.shift();
      this.#length -= first.length;
    }
    this.#timer ??= setTimeout(() => this.flush(), Math.max(0, this.#nextAt - performance.now()));
  };

  /** Tells now what has not been told, such as at the end of the call. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#length === 0) return;
    const text = this.#pieces.join('');
    this.#pieces = [];
    this.#length = 0;
    this.#nextAt = performance.now() + INTERVAL_MS;
    this.tell(lastOutput(text));
  }
}
