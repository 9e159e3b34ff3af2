import type { Timers } from '../../agent/ports/timers';

/** How many streams a server gets without a pause, per window. */
const FREE = 10;
const WINDOW_MS = 10_000;
const PAUSE_MS = 1000;

/** Slows down the requests for streams that a server ends as soon as they are open. */
export class StreamPace {
  #began: number;
  #count = 0;

  constructor(private readonly timers: Timers) {
    this.#began = timers.elapsed();
  }

  /** Resolves when the next one may be requested, or when `signal` aborts. */
  async next(signal: AbortSignal | null | undefined): Promise<void> {
    if (this.timers.elapsed() - this.#began >= WINDOW_MS) {
      this.#began = this.timers.elapsed();
      this.#count = 0;
    }
    if (++this.#count <= FREE || signal?.aborted) return;
    await new Promise<void>(resolve => {
      const stop = this.timers.after(PAUSE_MS, resolve);
      const end = () => {
        stop();
        resolve();
      };
      signal?.addEventListener('abort', end, { once: true });
    });
  }
}
