/** The files that Pollux is currently writing, so that changes to them are not taken for someone else's. */
export class OwnWrites {
  /** The number of writes in progress, by file. */
  readonly #files = new Map<string, number>();

  has(file: string): boolean {
    return this.#files.has(file);
  }

  begin(files: readonly string[]): void {
    for (const file of files) this.#files.set(file, (this.#files.get(file) ?? 0) + 1);
  }

  end(files: readonly string[]): void {
    for (const file of files) {
      const left = (this.#files.get(file) ?? 0) - 1;
      if (left > 0) this.#files.set(file, left);
      else this.#files.delete(file);
    }
  }
}
