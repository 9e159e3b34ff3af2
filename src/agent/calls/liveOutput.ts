import { lastOutput, LIVE_OUTPUT_LIMIT } from '../../shared/lastOutput';

/** As often as more of an output is told, to somebody who reads it. */
const INTERVAL_MS = 100;
/**
 * As often as what nobody could read anyway: more than is told of it at once. Each time it is all of what is shown, and
 * told more often it takes memory faster than that is cleared.
 */
const FLOOD_INTERVAL_MS = 1000;

export interface LiveOutputTimer {
  /** Milliseconds on a clock that never goes back. */
  readonly now: () => number;
  /** Does something after so many milliseconds; what it returns prevents that. */
  readonly after: (ms: number, work: () => void) => () => void;
}

const TIMER: LiveOutputTimer = {
  now: () => performance.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
};

/** What a running call prints, told in few pieces, and of very much no more than there is to see of it. */
export class LiveOutput {
  #pieces: string[] = [];
  #length = 0;
  #cancel: (() => void) | undefined;
  #nextAt = 0;

  constructor(
    private readonly tell: (text: string) => void,
    private readonly timer: LiveOutputTimer = TIMER,
  ) {}

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
    this.#cancel ??= this.timer.after(Math.max(0, this.#nextAt - this.timer.now()), () => this.flush());
  };

  /** Tells now what has not been told, such as at the end of the call. */
  flush(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    if (this.#length === 0) return;
    const text = this.#pieces.join('');
    this.#pieces = [];
    this.#length = 0;
    const isFlood = text.length > LIVE_OUTPUT_LIMIT;
    this.#nextAt = this.timer.now() + (isFlood ? FLOOD_INTERVAL_MS : INTERVAL_MS);
    this.tell(lastOutput(text));
  }
}
