import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How much output one command passes before the heap is limited, in characters. */
const MUCH = 1024 * 1024;
/** How much output passes between two looks at the heap, in characters. */
const BETWEEN_LOOKS = 256 * 1024;
/** How full the young generation gets while there is much output, in bytes; V8 would let it become 32 MB, twice. */
const MOST_YOUNG = 8 * 1024 * 1024;
/** By how much the old one grows, in bytes, by text that was still needed while the young one was collected. */
const MOST_OLDER = 3 * 1024 * 1024;
/** The most that collecting the old one may take of the time: other extensions run in the same process. */
const MOST_OF_TIME = 1 / 20;

type Collect = (options: { readonly type: 'minor' | 'major' }) => void;

/**
 * Keeps V8 from enlarging and filling the young generation for one command's endless output: it would hold on to
 * 64 MB, almost all unused. The flag applies to the whole process, so it is set only while there is much output.
 */
export class CalmHeap {
  #characters = 0;
  #nextLook = BETWEEN_LOOKS;
  #collect: Collect | undefined;
  #old: number | undefined;
  /** When the old generation may be collected again, by `performance.now()`. */
  #again = 0;

  passed(characters: number): void {
    const before = this.#characters;
    this.#characters += characters;
    if (before <= MUCH && this.#characters > MUCH) setFlagsFromString('--semi-space-growth-factor=1');
    if (this.#characters < this.#nextLook) return;
    this.#nextLook = this.#characters + BETWEEN_LOOKS;
    const { young, old } = usedBytes();
    this.#old ??= old;
    const began = performance.now();
    const isOlder = old - this.#old > MOST_OLDER && began > this.#again;
    if (!isOlder && young < MOST_YOUNG) return;
    this.#collect ??= collector();
    this.#collect({ type: isOlder ? 'major' : 'minor' });
    if (!isOlder) return;
    this.#old = usedBytes().old;
    const ended = performance.now();
    this.#again = ended + (ended - began) / MOST_OF_TIME;
  }

  end(): void {
    if (this.#characters > MUCH) setFlagsFromString('--semi-space-growth-factor=2');
    this.#characters = 0;
    this.#nextLook = BETWEEN_LOOKS;
    this.#old = undefined;
  }
}

function usedBytes(): { readonly young: number; readonly old: number } {
  const sizes = getHeapSpaceStatistics().map(space => [space.space_name, space.space_used_size] as const);
  const used = (...names: readonly string[]) =>
    sizes.reduce((sum, [name, size]) => (names.includes(name) ? sum + size : sum), 0);
  return { young: used('new_space'), old: used('old_space', 'large_object_space') };
}

/** V8 offers collecting only to contexts made while a flag is set. */
function collector(): Collect {
  setFlagsFromString('--expose-gc');
  try {
    const collect = runInNewContext('typeof gc === "function" ? gc : undefined') as Collect | undefined;
    return collect ?? (() => undefined);
  } finally {
    setFlagsFromString('--no-expose-gc');
  }
}
