import type { AgentEvent } from '../../shared/events';

export interface SessionSummary {
  readonly id: string;
  /** The user's name for it, or else the beginning of the first prompt. */
  readonly title: string;
  /** When it began (`startedAt`) and when it was last written to (`at`), in milliseconds since the epoch. */
  readonly startedAt: number;
  readonly at: number;
  /** Its size on disk. */
  readonly bytes: number;
  /** This version can't read any of it; it is listed so that it is not forgotten and can be deleted. */
  readonly isUnreadable?: boolean;
}

/**
 * `corrupt`: the number of lines that could not be read, for example because of a crash while writing. `wasAbandoned`:
 * the process that had claimed it ended without releasing it.
 */
export interface StoredSession {
  readonly events: readonly AgentEvent[];
  readonly corrupt: number;
  readonly wasAbandoned?: boolean;
}

/** Stores sessions as their events, appended as they happen. Only one process at a time writes to a session. */
export interface SessionStore {
  /**
   * Returns immediately. Events are written in order, and buffered while they can't be written. A write failure is
   * reported once, and again only after a success.
   */
  append(sessionId: string, events: readonly AgentEvent[]): void;
  /**
   * Resolves when everything appended has been written or could not be. Exception: the end of a streaming text is held
   * back while it could be the beginning of an API key.
   */
  flush(): Promise<void>;
  /** Everything readable of a session, oldest first; null if there is none with this id that this version can read. */
  load(sessionId: string): Promise<StoredSession | null>;
  /**
   * Call this before continuing an earlier session; returns everything readable of it. Null if there is none, or if
   * another process writes to it. Corrupt lines are moved aside, so that they are counted only once.
   */
  claim(sessionId: string): Promise<StoredSession | null>;
  /** Lets other processes claim a session, once everything appended has been written. */
  release(sessionId: string): Promise<void>;
  /**
   * When each session file was last written to, in milliseconds since the epoch, in no particular order. Includes files
   * that `list` omits. Much faster than `list`, because it reads no file.
   */
  times(): Promise<readonly number[]>;
  /** Newest first. */
  list(): Promise<readonly SessionSummary[]>;
  /** The user's name for it; undefined if there is none. */
  nameOf(sessionId: string): Promise<string | undefined>;
  /** An empty title restores the default, the beginning of its first prompt. */
  rename(sessionId: string, title: string): Promise<void>;
  /** Deletes it from disk; false if there is none with this id, or another process writes to it. */
  delete(sessionId: string): Promise<boolean>;
}
