/** Pauses in milliseconds. A local program is restarted immediately, once; a remote server may need time. */
const RETRIES_MS = { stdio: [0], remote: [1000, 2000, 4000, 8000, 16_000] } as const;
/** After a connection of this many milliseconds, all retries are available again. */
const STEADY_MS = 60_000;

/** How often, and after which pauses, a lost connection is retried. */
export class ServerRetries {
  readonly #pauses: readonly number[];
  #used = 0;
  #connectedAt = 0;

  constructor(
    kind: keyof typeof RETRIES_MS,
    private readonly now: () => number,
  ) {
    this.#pauses = RETRIES_MS[kind];
  }

  connected(): void {
    this.#connectedAt = this.now();
  }

  lost(): void {
    if (this.now() - this.#connectedAt >= STEADY_MS) this.restore();
  }

  restore(): void {
    this.#used = 0;
  }

  /** The pause before the next try, in milliseconds; undefined if there are no retries left. */
  next(): number | undefined {
    return this.#pauses[this.#used++];
  }
}
