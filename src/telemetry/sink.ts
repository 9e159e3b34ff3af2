import type { Attributes, Signal } from './signals';

/** Receives signals. Nothing here throws or rejects, and only `flush` and `close` wait for the network. */
export interface Sink {
  /** `common`: the attributes of all records of a session. */
  take(signals: readonly Signal[], common: Attributes): void;
  /** Resolves when everything received so far was sent or has failed. */
  flush(common: Attributes): Promise<void>;
  close(): Promise<void>;
}
