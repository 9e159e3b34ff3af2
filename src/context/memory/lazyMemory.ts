import type { Memory } from '../../agent/ports/memory';

/** A memory that is opened on first use. */
export function lazyMemory(open: () => Promise<Memory>): Memory {
  return {
    load: async () => (await open()).load(),
    near: async paths => (await open()).near(paths),
    named: async name => (await open()).named(name),
  };
}
