import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How much output one command passes before the heap is limited, in characters. */
const MUCH = 1024 * 1024;
/** How much output passes between two looks at the heap, in characters. */
const BETWEEN_LOOKS = 256 * 1024;
/** How full the young generation gets while there is much output, in bytes; V8 would let it become 32 MB, twice. */
const MOST_YOUNG = 8 * 1024 * 1024;

/**
 * Keeps V8 from enlarging and filling the young generation for one command's endless output: it would hold on to
 * 64 MB, almost all unused. The flag applies to the whole process, so it is set only while there is much output.
 */
export class CalmHeap {
  #characters = 0;
  #nextLook = BETWEEN_LOOKS;
  #collect: (() => void) | undefined;

  passed(characters: number): void {
    const before = this.#characters;
    this.#characters += characters;
    if (before <= MUCH && this.#characters > MUCH) setFlagsFromString('--semi-space-growth-factor=1');
    if (this.#characters < this.#nextLook) return;
    this.#nextLook = this.#characters + BETWEEN_LOOKS;
    if (youngBytes() < MOST_YOUNG) return;
    this.#collect ??= minorCollection();
    this.#collect();
  }

  end(): void {
    if (this.#characters > MUCH) setFlagsFromString('--semi-space-growth-factor=2');
    this.#characters = 0;
    this.#nextLook = BETWEEN_LOOKS;
  }
}

function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_used_size ?? 0;
}

/** Collects what is short-lived, in a millisecond. V8 offers that only to contexts made while a flag is set. */
function minorCollection(): () => void {
  setFlagsFromString('--expose-gc');
  try {
    const collect: unknown = runInNewContext('typeof gc === "function" ? gc : undefined');
    return typeof collect === 'function' ? () => void collect({ type: 'minor' }) : () => undefined;
  } finally {
    setFlagsFromString('--no-expose-gc');
  }
}
