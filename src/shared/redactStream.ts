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
    const text = this.#held + piece;
    if (goesOnWithKey(this.#held, piece)) {
      this.#held = text;
      return '';
    }
    const end = unfinishedKeyAt(text);
    const ready = redactAfter(this.#before, text.slice(0, end));
    this.#held = text.slice(end);
    this.#before = text.slice(0, end).slice(-1) || this.#before;
    return ready;
  }

  /** What is still held back, for there will be no more. */
  end(): string {
    const rest = redactAfter(this.#before, this.#held);
    this.#held = '';
    return rest;
  }
}

function redactAfter(before: string, text: string): string {
  return redactKeys(before + text).slice(before.length);
}
