import type { ChatState } from '../../shared/chatState';
import type { ApprovedRestore, RestoreProposal } from '../../shared/restores';

/** Where a change comes from: the prompt of a session, and a label for display. */
export interface ChangeOrigin {
  readonly sessionId: string;
  readonly messageId: string;
  readonly label: string;
  /** The call that makes it. */
  readonly callId?: string;
}

/** The origin of a change that results from the latest prompt. */
export function originOf({ sessionId, messages, calls }: ChatState, label: string): ChangeOrigin {
  const prompt = messages.findLast(message => message.role === 'user' && !message.isContext);
  // Changes run one after the other, but reads may run beside a change that the user has approved.
  const running = Object.values(calls).filter(({ state }) => state === 'executing');
  const call = running.findLast(({ verdict }) => verdict) ?? running.at(-1);
  return { sessionId, messageId: prompt?.id ?? '', label, ...(call && { callId: call.id }) };
}

/** A file, link or folder: `id` identifies its content; `mode` is the system's (permissions and type). */
export interface FileState {
  readonly id: string;
  readonly mode: number;
}

/** What a change did to a file. Null: it does not exist. `file` is absolute. */
export interface FileChange {
  readonly file: string;
  readonly before: FileState | null;
  readonly after: FileState | null;
}

/** A recorded change. `unkept`: what it changed but couldn't be recorded: too large, not readable, or not a file. */
export interface Checkpoint extends ChangeOrigin {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly changes: readonly FileChange[];
  readonly unkept: readonly { readonly file: string; readonly size: number }[];
}

/**
 * What restoring does to a file, link or folder. `leave`: it stays as it is, because its earlier state is not recorded,
 * or because it is a folder that contains more. `isTouched`: it has changed since the last recorded change, so
 * restoring it discards someone else's work.
 */
export interface RestoreStep {
  readonly file: string;
  readonly action: 'change' | 'create' | 'delete' | 'leave';
  readonly isTouched: boolean;
}

/** The current state of a path; `other` if it can't be read or is too large. */
export type CurrentState = FileState | 'other' | null;

/** Runs something that may change any file, such as a server's tool; its changes are recorded and come under review. */
export type AroundChanges = <T>(label: string, run: () => Promise<T>, signal: AbortSignal) => Promise<T>;

/** Stores the files' contents from before the agent's changes, in a separate place. */
export interface Checkpoints {
  /**
   * Runs a change and records what it does to `files`, or to anything in the workspace (null). The change also runs
   * where nothing can be recorded, and immediately when `signal` aborts. If an edit is refused because its file had
   * changed, nothing is recorded: any difference is someone else's work.
   */
  record<T>(
    origin: ChangeOrigin,
    files: readonly string[] | null,
    change: () => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T>;
  /** The changes of a session that changed at least one file, oldest first. */
  list(sessionId: string): Promise<readonly Checkpoint[]>;
  /** The changes of all sessions and runs in these folders that can still be restored, oldest first. */
  all(): Promise<readonly Checkpoint[]>;
  /** The steps that bring all files back to before this change. Includes only files that the agent changed. */
  preview(sessionId: string, checkpointId: string): Promise<readonly RestoreStep[]>;
  /**
   * The steps for `files`, including folders that are created or deleted with them, in a form that policy can approve;
   * excludes `leave` steps.
   */
  planOf(
    sessionId: string,
    checkpointId: string,
    files: readonly string[],
  ): Promise<readonly RestoreProposal<CurrentState>[]>;
  /**
   * Carries out the approved steps, as a change of its own that can be restored too. Returns the files
   * that failed. Throws `NotApproved`.
   */
  restore(origin: ChangeOrigin, approved: readonly ApprovedRestore<CurrentState>[]): Promise<readonly string[]>;
  /** Deletes the checkpoints of a session, with all content that only they refer to. */
  forget(sessionId: string): Promise<void>;
}
