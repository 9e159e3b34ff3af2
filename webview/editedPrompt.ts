/** What became of an earlier prompt that the user edits. */
export class EditedPrompt {
  #state: { readonly before: string; readonly sent?: string; readonly isCancelled?: true } = { before: '' };

  /** `text`: the prompt as it is shown first. */
  begin(text: string): void {
    this.#state = { before: text };
  }

  cancel(): void {
    this.#state = { ...this.#state, isCancelled: true };
  }

  sent(text: string): void {
    this.#state = { ...this.#state, sent: text };
  }

  notSent(): void {
    this.#state = { before: this.#state.before };
  }

  /** Whether the text has changes that were neither sent nor cancelled. */
  hasOpenChanges(text: string): boolean {
    const { before, sent, isCancelled } = this.#state;
    return !isCancelled && text !== before && text.trimEnd() !== sent;
  }
}
