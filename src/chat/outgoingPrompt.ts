import type { OutgoingView } from '../shared/protocol';

/** A prompt that is sent within this time is never shown as being on its way. */
const SHOWN_AFTER_MS = 100;
/** After this time it is said what is waited for. */
const HELD_AFTER_MS = 3000;

/** The prompt that a chat has taken but its conversation has not got yet; at most one. */
export class OutgoingPrompt {
  #current: { readonly text: string; readonly stopped: AbortController; readonly onChange: () => void } | undefined;
  #shown: OutgoingView | undefined;
  #timers: readonly ReturnType<typeof setTimeout>[] = [];

  /** What is shown of it; undefined: nothing yet, or there is none. */
  get view(): OutgoingView | undefined {
    return this.#shown;
  }

  /** Its text as it was typed; empty: there is none. */
  get text(): string {
    return this.#current?.text ?? '';
  }

  /** `onChange` is called whenever something else is shown. */
  begin(text: string, onChange: () => void): void {
    this.end();
    this.#current = { text, stopped: new AbortController(), onChange };
    this.#timers = [setTimeout(() => this.#show({ text }), SHOWN_AFTER_MS)];
  }

  /** Resolves with `ready`, false where the user stopped the prompt before. */
  async until(ready: Promise<void>): Promise<boolean> {
    const current = this.#current;
    if (!current) return false;
    const held = setTimeout(() => this.#show({ text: current.text, isHeld: true }), HELD_AFTER_MS);
    this.#timers = [...this.#timers, held];
    const { signal } = current.stopped;
    try {
      await Promise.race([ready, new Promise(resolve => signal.addEventListener('abort', resolve, { once: true }))]);
    } finally {
      clearTimeout(held);
    }
    if (signal.aborted || current !== this.#current) return false;
    if (this.#shown?.isHeld) this.#show({ text: current.text });
    return true;
  }

  /** Has `until` give the prompt back; without one that waits does nothing. */
  stop(): void {
    this.#current?.stopped.abort();
  }

  /** The conversation has it, or nothing comes of it. */
  end(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = [];
    const { onChange } = this.#current ?? {};
    const wasShown = this.#shown !== undefined;
    this.#current = undefined;
    this.#shown = undefined;
    if (wasShown) onChange?.();
  }

  #show(view: OutgoingView): void {
    this.#shown = view;
    this.#current?.onChange();
  }
}
