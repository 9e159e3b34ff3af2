import { setFlagsFromString } from 'node:v8';

/** What is passed on of an output before it is much, in characters. */
const MUCH = 1024 * 1024;

/**
 * Keeps V8 from giving more room to what is short-lived because of one output without end, which it would not give back
 * for long: 64 MB, of which next to nothing is in use. How V8 does it is the process's, so only while there is much.
 */
export class CalmHeap {
  #characters = 0;

  passed(characters: number): void {
    const before = this.#characters;
    this.#characters += characters;
    if (before <= MUCH && this.#characters > MUCH) setFlagsFromString('--semi-space-growth-factor=1');
  }

  end(): void {
    if (this.#characters > MUCH) setFlagsFromString('--semi-space-growth-factor=2');
    this.#characters = 0;
  }
}
