/** How many cases a fuzz test tries: few with all other tests, as many as wanted by `npm run fuzz`. */
export function fuzzRuns(usual: number): number {
  return Number(process.env.POLLUX_FUZZ_RUNS ?? usual);
}

/** Numbers from 0 up to 1 that are the same for the same seed. */
export function seeded(seed = Number(process.env.POLLUX_FUZZ_SEED ?? 1)): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
