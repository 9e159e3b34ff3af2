/** Line numbers in a text, which is scanned only once. */
export class LineIndex {
  #starts: readonly number[] | undefined;

  constructor(private readonly text: string) {}

  /** 1-based. */
  at(offset: number): { readonly line: number; readonly column: number } {
    this.#starts ??= [0, ...[...this.text.matchAll(/\r\n|\r|\n/g)].map(({ 0: end, index }) => index + end.length)];
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (this.#starts[low] ?? 0) + 1 };
  }
}
