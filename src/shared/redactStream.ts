import { redactKeys } from './redact';
import { goesOnWithKey, unfinishedKeyAt } from './unfinishedKey';

/**
 * Redacts keys in a text that arrives in pieces. Text is held back from where a key may have begun until that is
 * decided, because half a key isn't recognizable.
 */
export class RedactStream {
  #held = '';
  /** The character before the held text, if any: nothing in the middle of a word is a key. */
  #before = '';

  push(piece: string): string {
    if (goesOnWithKey(this.#held, piece)) {
      this.#held += piece;
      return '';
    }
    // Joined only here: each join copies the text, and there may be gigabytes of it.
    const text = this.#before + this.#held + piece;
    const end = Math.max(this.#before.length, unfinishedKeyAt(text));
    const ready = redactKeys(text.slice(0, end)).slice(this.#before.length);
    this.#held = text.slice(end);
    this.#before = text.slice(0, end).slice(-1);
    return ready;
  }

  /** Returns the rest that was held back; call it after the last piece. */
  end(): string {
    const rest = redactKeys(this.#before + this.#held).slice(this.#before.length);
    this.#held = '';
    return rest;
  }
}
