/** Calls `onEnd` after `ms` milliseconds, not counting paused time. */
export class Deadline {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #since = 0;
  #left: number;

  constructor(
    ms: number,
    private readonly onEnd: () => void,
  ) {
    this.#left = ms;
    this.resume();
  }

  pause(): void {
    if (this.#timer === undefined) return;
    this.stop();
    this.#left -= performance.now() - this.#since;
  }

  resume(): void {
    if (this.#timer !== undefined) return;
    this.#since = performance.now();
    this.#timer = setTimeout(this.onEnd, Math.max(0, this.#left));
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
