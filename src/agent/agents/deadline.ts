import type { Timers } from '../ports/timers';

/** Calls `onEnd` after `ms` milliseconds, not counting paused time. */
export class Deadline {
  #cancel: (() => void) | undefined;
  #since = 0;
  #left: number;

  constructor(
    ms: number,
    private readonly onEnd: () => void,
    private readonly timers: Timers,
  ) {
    this.#left = ms;
    this.resume();
  }

  pause(): void {
    if (this.#cancel === undefined) return;
    this.stop();
    this.#left -= this.timers.elapsed() - this.#since;
  }

  resume(): void {
    if (this.#cancel !== undefined) return;
    this.#since = this.timers.elapsed();
    this.#cancel = this.timers.after(Math.max(0, this.#left), this.onEnd);
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }
}
