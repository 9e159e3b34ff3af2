import { lastOutput, LIVE_OUTPUT_LIMIT } from '../../shared/lastOutput';

/** How often output is emitted, for a user who reads along. */
const INTERVAL_MS = 100;
/**
 * How often output is emitted when there is more than the panel shows, so that it can't be read anyway. Each emission
 * then has the full length that is shown, and more frequent ones take up memory faster than it is freed.
 */
const FLOOD_INTERVAL_MS = 1000;

export interface LiveOutputTimer {
  /** Milliseconds on a monotonic clock. */
  readonly now: () => number;
  /** Calls `work` after `ms` milliseconds; the returned function cancels it. */
  readonly after: (ms: number, work: () => void) => () => void;
}

const TIMER: LiveOutputTimer = {
  now: () => performance.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
};

/** The output of a running call, emitted in few pieces; of a very large output, no more than the panel can show. */
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
    // Keeps more than is emitted, because where the emitted part begins depends on the text before it.
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

  /** Emits pending output now, for example at the end of the call. */
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
