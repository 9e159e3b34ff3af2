import type { IndexEntry } from './entries';

export type Tree = ReadonlyMap<string, IndexEntry>;
