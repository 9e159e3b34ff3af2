import type { Attributes, Signal } from './signals';

/** Where signals go. Nothing here throws or rejects, and nothing waits for a network but `flush` and `close`. */
export interface Sink {
  /** `common`: what all records of a session have. */
  take(signals: readonly Signal[], common: Attributes): void;
  /** Resolves when all that was taken is sent, or could not be. */
  flush(common: Attributes): Promise<void>;
  close(): Promise<void>;
}
