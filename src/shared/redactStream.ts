import { redactKeys } from './redact';
import { goesOnWithKey, unfinishedKeyAt } from './unfinishedKey';

/**
 * Takes what is shaped like a key out of a text that comes in pieces. It is held back from where a key may have begun,
 * until it goes on or ends, because the halves of a key look like nothing.
 */
export class RedactStream {
  #held = '';
  /** The character before what is held, if any: a key is none in the middle of a word. */
  #before = '';

  push(piece: string): string {
    if (goesOnWithKey(this.#held, piece)) {
      this.#held += piece;
      return '';
    }
    // Joined once: each time it is copied, and there may be gigabytes of it.
    const text = this.#before + this.#held + piece;
    const end = Math.max(this.#before.length, unfinishedKeyAt(text));
    const ready = redactKeys(text.slice(0, end)).slice(this.#before.length);
    this.#held = text.slice(end);
    this.#before = text.slice(0, end).slice(-1);
    return ready;
  }

  /** What is still held back, for there will be no more. */
  end(): string {
    const rest = redactKeys(this.#before + this.#held).slice(this.#before.length);
    this.#held = '';
    return rest;
  }
}
