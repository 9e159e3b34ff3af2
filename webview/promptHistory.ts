/** Steps back and forth through a session's prompts; the user's unsent text is at the end of the list. */
export class PromptHistory {
  /** Undefined while the box contains the user's own text. */
  #at: number | undefined;
  #typed = '';

  /** Returns the prompt before the current one; undefined if there is none. */
  back(prompts: readonly string[], current: string): string | undefined {
    const to = (this.#at ?? prompts.length) - 1;
    if (to < 0) return undefined;
    if (this.#at === undefined) this.#typed = current;
    this.#at = to;
    return prompts[to];
  }

  /**
   * Returns the prompt after the current one; after the last, the user's unsent text; undefined if no prompt was
   * recalled.
   */
  forward(prompts: readonly string[]): string | undefined {
    if (this.#at === undefined) return undefined;
    const to = this.#at + 1;
    if (to < prompts.length) {
      this.#at = to;
      return prompts[to];
    }
    this.#at = undefined;
    return this.#typed;
  }

  /** The box contains the user's own text again. */
  leave(): void {
    this.#at = undefined;
  }
}
