/** Counts work in progress. `onDone` is called when something has ended. */
export class PendingWork {
  #count = 0;

  constructor(private readonly onDone: () => void) {}

  get isPending(): boolean {
    return this.#count > 0;
  }

  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#count++;
    try {
      return await work();
    } finally {
      this.#count--;
      this.onDone();
    }
  }
}
