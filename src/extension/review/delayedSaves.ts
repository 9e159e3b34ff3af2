/** How long typing must pause before a file's state is stored, in milliseconds. */
const PAUSE_MS = 1000;

/** Stores the states of files, while the user types only in pauses. */
export class DelayedSaves {
  readonly #timers = new Map<string, NodeJS.Timeout>();

  constructor(private readonly save: (file: string) => void) {}

  now(file: string): void {
    clearTimeout(this.#timers.get(file));
    this.#timers.delete(file);
    this.save(file);
  }

  later(file: string): void {
    clearTimeout(this.#timers.get(file));
    this.#timers.set(
      file,
      setTimeout(() => this.now(file), PAUSE_MS),
    );
  }

  /** Stores now what was to be stored later. */
  all(): void {
    for (const file of [...this.#timers.keys()]) this.now(file);
  }
}
