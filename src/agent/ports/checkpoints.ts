import type { ChatState } from '../../shared/chatState';
import type { ApprovedRestore, RestoreProposal } from '../../shared/restores';

/** What a change is part of: the prompt of a session, and its own name as people read it. */
export interface ChangeOrigin {
  readonly sessionId: string;
  readonly messageId: string;
  readonly label: string;
  /** Of the call that makes it. */
  readonly callId?: string;
}

/** Of a change that the prompt that was said last leads to. */
export function originOf({ sessionId, messages, calls }: ChatState, label: string): ChangeOrigin {
  const prompt = messages.findLast(message => message.role === 'user' && !message.isContext);
  // Changes run one after the other; reads may run beside one that the user has answered.
  const running = Object.values(calls).filter(({ state }) => state === 'executing');
  const call = running.findLast(({ verdict }) => verdict) ?? running.at(-1);
  return { sessionId, messageId: prompt?.id ?? '', label, ...(call && { callId: call.id }) };
}

/** A file, a link or a folder: what it holds by its id; `mode` as the system says it, permissions and kind. */
export interface FileState {
  readonly id: string;
  readonly mode: number;
}

/** What a change made of a file; null: there is none. `file` is absolute. */
export interface FileChange {
  readonly file: string;
  readonly before: FileState | null;
  readonly after: FileState | null;
}

/** A change that was recorded. `unkept`: what it changed that is not recorded: too large, closed to us, or no file. */
export interface Checkpoint extends ChangeOrigin {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly changes: readonly FileChange[];
  readonly unkept: readonly { readonly file: string; readonly size: number }[];
}

/**
 * What restoring does to a file, link or folder; `leave`: it stays as it is, because what it was is not recorded, or
 * because it is a folder in which there is more. `isTouched`: it is no longer as the last recorded change left it, so
 * restoring it takes back somebody else's work.
 */
export interface RestoreStep {
  readonly file: string;
  readonly action: 'change' | 'create' | 'delete' | 'leave';
  readonly isTouched: boolean;
}

/** What stands at a path; `other` is what can't be read, or is too large to be. */
export type CurrentState = FileState | 'other' | null;

/** Runs what may change any file, such as a tool of a server; what it changes is recorded and comes under review. */
export type AroundChanges = <T>(label: string, run: () => Promise<T>, signal: AbortSignal) => Promise<T>;

/** Keeps what files were before the agent changed them, in a place of its own. */
export interface Checkpoints {
  /**
   * Runs a change and records what it does to `files`, or to anything in the workspace (null). The change runs also
   * where nothing can be recorded, and at once when `signal` aborts. Of an edit that is refused because its file had
   * changed nothing is recorded: whatever else it is now is somebody else's work.
   */
  record<T>(
    origin: ChangeOrigin,
    files: readonly string[] | null,
    change: () => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T>;
  /** The changes of a session that changed any file, oldest first. */
  list(sessionId: string): Promise<readonly Checkpoint[]>;
  /** The changes of all sessions and runs in these folders that can still be taken back, oldest first. */
  all(): Promise<readonly Checkpoint[]>;
  /** What must be done so that all files are as they were before this change. Only names files that the agent changed. */
  preview(sessionId: string, checkpointId: string): Promise<readonly RestoreStep[]>;
  /** The steps for `files`, with the folders that come or go with them, as policy can approve them; without what must be left. */
  planOf(
    sessionId: string,
    checkpointId: string,
    files: readonly string[],
  ): Promise<readonly RestoreProposal<CurrentState>[]>;
  /**
   * Carries out what is approved of the plan for a checkpoint, as a change of its own that can be taken back; gives the files
   * that failed. Throws `NotApproved`.
   */
  restore(
    origin: ChangeOrigin,
    approved: readonly ApprovedRestore<CurrentState>[],
    checkpointId: string,
  ): Promise<readonly string[]>;
  /** Drops the checkpoints of a session, with all content that only they refer to. */
  forget(sessionId: string): Promise<void>;
}
