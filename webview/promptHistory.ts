/** Going back through the prompts of a session, with what was being typed at the end of the list. */
export class PromptHistory {
  /** Undefined while the person's own text is in the box. */
  private at: number | undefined;
  private typed = '';

  /** The prompt before the current one, or undefined where there is none. */
  back(prompts: readonly string[], current: string): string | undefined {
    const to = (this.at ?? prompts.length) - 1;
    if (to < 0) return undefined;
    if (this.at === undefined) this.typed = current;
    this.at = to;
    return prompts[to];
  }

  /** The prompt after the current one; after the last, what was being typed. */
  forward(prompts: readonly string[]): string | undefined {
    if (this.at === undefined) return undefined;
    const to = this.at + 1;
    if (to < prompts.length) {
      this.at = to;
      return prompts[to];
    }
    this.at = undefined;
    return this.typed;
  }

  /** The text in the box is the person's own again. */
  leave(): void {
    this.at = undefined;
  }
}
