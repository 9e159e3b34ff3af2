import type { OutgoingView } from '../../shared/protocol';

/** Prompts sent within this time, in milliseconds, are never shown as outgoing. */
const SHOWN_AFTER_MS = 100;
/** After this time, in milliseconds, the panel shows what the prompt waits for. */
const HELD_AFTER_MS = 3000;

/** The prompt that a chat has accepted but that isn't in its conversation yet; at most one. */
export class OutgoingPrompt {
  #current: { readonly text: string; readonly stopped: AbortController; readonly onChange: () => void } | undefined;
  #shown: OutgoingView | undefined;
  #timers: readonly ReturnType<typeof setTimeout>[] = [];

  /** What is shown of the prompt; undefined: nothing yet, or there is none. */
  get view(): OutgoingView | undefined {
    return this.#shown;
  }

  /** Its text as typed; empty: there is none. */
  get text(): string {
    return this.#current?.text ?? '';
  }

  /** `onChange` is called whenever `view` changes. */
  begin(text: string, onChange: () => void): void {
    this.end();
    this.#current = { text, stopped: new AbortController(), onChange };
    this.#timers = [setTimeout(() => this.#show({ text }), SHOWN_AFTER_MS)];
  }

  /** Resolves with true once `ready` resolves; with false if the user stops the prompt first, or if there is none. */
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

  /** Makes a pending `until` resolve with false; does nothing otherwise. */
  stop(): void {
    this.#current?.stopped.abort();
  }

  /** Must be called when the prompt is in the conversation, or was dropped. */
  end(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = [];
    const { onChange } = this.#current ?? {};
    const wasShown = this.#shown !== undefined;
    this.#current = undefined;
    this.#shown = undefined;
    if (wasShown) onChange?.();
  }

  /** Returns a function that does the same for the current prompt, unless another one has taken its place. */
  get ending(): () => void {
    const current = this.#current;
    return () => {
      if (this.#current === current) this.end();
    };
  }

  #show(view: OutgoingView): void {
    this.#shown = view;
    this.#current?.onChange();
  }
}
