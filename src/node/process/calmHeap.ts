import { setFlagsFromString } from 'node:v8';

/** How much output one command passes before the heap is limited, in characters. */
const MUCH = 1024 * 1024;

/**
 * Keeps V8 from enlarging the young generation for one command's endless output: it would hold on to 64 MB, almost
 * all unused. The flag applies to the whole process, so it is set only while there is much output.
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
