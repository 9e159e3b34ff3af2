import type { AgentEvent } from '../../shared/events';

export interface SessionSummary {
  readonly id: string;
  /** As the person has called it, else the beginning of the first prompt. */
  readonly title: string;
  /** When it began and when it was last written to; milliseconds since the epoch. */
  readonly startedAt: number;
  readonly at: number;
  /** What it takes on the disk. */
  readonly bytes: number;
  /** Nothing in it can be read by this version; it is listed so that it is not forgotten, and can be deleted. */
  readonly isUnreadable?: boolean;
}

/** `corrupt`: how many lines could not be read, such as one that a crash cut. */
export interface StoredSession {
  readonly events: readonly AgentEvent[];
  readonly corrupt: number;
}

/** Keeps sessions as the events that made them, appended as they happen. One process at a time writes to a session. */
export interface SessionStore {
  /**
   * Returns at once; what is appended is written in order, and kept back while it can't be. A failure to write is
   * reported once, and again only after a success.
   */
  append(sessionId: string, events: readonly AgentEvent[]): void;
  /**
   * Resolves when all that was appended has been written, or could not be; except for the end of a text that streams, as
   * long as it could be the beginning of a key.
   */
  flush(): Promise<void>;
  /** All that can be read of a session, oldest first; null if there is none of that name that this version can read. */
  load(sessionId: string): Promise<StoredSession | null>;
  /**
   * To be called before an earlier session is continued; gives all that can be read of it. Null if there is none, or
   * another process writes to it. What was corrupt is put aside, so that it is counted once.
   */
  claim(sessionId: string): Promise<StoredSession | null>;
  /** Leaves a session to others, once all that was appended has been written. */
  release(sessionId: string): Promise<void>;
  /** Newest first. */
  list(): Promise<readonly SessionSummary[]>;
  /** What the person has called it; undefined: nothing. */
  nameOf(sessionId: string): Promise<string | undefined>;
  /** An empty title gives it back the beginning of its first prompt. */
  rename(sessionId: string, title: string): Promise<void>;
  /** Takes it from the disk; false if there is none of that name, or another process writes to it. */
  delete(sessionId: string): Promise<boolean>;
}
