// The agent's changes that the user can still keep or undo, hunk by hunk.
import type { EditProposal } from '../../shared/proposals';
import type { RefusedRestore } from '../../shared/restores';
import type { Written } from './fileWriter';

/** Where an edit of the agent comes from. */
export interface ChangeSource {
  readonly sessionId: string;
  /** The id of the user message that began the turn; `prompt` is the beginning of its text. */
  readonly turn: string;
  readonly prompt: string;
  readonly callId: string;
  readonly author: 'tool' | 'command' | 'subagent' | 'hook';
  /** The call's title, for display. */
  readonly title: string;
  /** The model's own words for it. */
  readonly reason?: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Lines `start` to `end` (0-based, exclusive) of the text replace the lines `base`. Lines include their endings. */
export interface Hunk {
  readonly id: string;
  readonly start: number;
  readonly end: number;
  readonly base: readonly string[];
  /** Oldest first; several where calls changed the same lines. */
  readonly sources: readonly ChangeSource[];
  /** Someone else has since changed lines in it, or it has grown to include lines that someone else changed. */
  readonly isEdited: boolean;
  /** The user has viewed it as it is now, but has not decided. */
  readonly isSeen?: true;
}

/**
 * A file under review: its lines, and its hunks in order, without overlaps. Only the last line of the base and of the
 * text may lack a line ending. `wasThere` and `isThere`: whether the file existed and exists.
 */
export interface FileChanges {
  readonly lines: readonly string[];
  readonly hunks: readonly Hunk[];
  readonly wasThere: boolean;
  readonly isThere: boolean;
}

export type Choice = 'keep' | 'undo';

/** A hunk and the file that it is in. */
export interface HunkPlace {
  readonly file: string;
  readonly hunk: Hunk;
}

/** The new text of a file, and its current one (`before`). Null: the file does not exist. */
export interface TextToWrite {
  readonly file: string;
  readonly before: string | null;
  readonly text: string | null;
}

/** A decision, for the log and the model. `text` and `base` are the hunk's at that time. `line` is 1-based. */
export interface Decided {
  readonly file: string;
  readonly id: string;
  readonly choice: Choice;
  readonly line: number;
  readonly sources: readonly ChangeSource[];
  readonly base: string;
  readonly text: string;
  readonly isEdited: boolean;
}

/** An edit reported by an editor. Lines and characters are 0-based; characters are UTF-16 units. */
export interface TextChange {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
  readonly text: string;
}

/**
 * The outcome of a decision. `id` identifies it; absent: nothing was decided yet. `waiting`: hunks that will be undone when the agent's step ends. `left`: hunks that were
 * not undone because they hold all that someone else wrote into a file that did not exist. `failed`: files that could
 * not be written; `refused`: files that policy does not allow to be written. Hunks of both are unchanged.
 */
export interface DecisionOutcome {
  readonly id?: number;
  readonly decided: number;
  readonly waiting: number;
  readonly left: readonly HunkPlace[];
  readonly failed: readonly string[];
  readonly refused: readonly RefusedRestore[];
}

/**
 * A hunk that was removed from its file, but not by the user; `text` is the file's text while it was still there.
 * `isProposed`: it was never in its file, because the window ended before the user decided.
 */
export interface LostChange extends HunkPlace {
  readonly text: string;
  readonly isProposed?: true;
}

/** Edits that the user is asked about. */
export interface ProposedEdits {
  /** Resolves when they are stored, or can't be; never rejects. */
  readonly stored: Promise<void>;
  /** The user has edited the texts that would be written. */
  edited(texts: readonly string[]): void;
  /** The user has decided, or is no longer asked. */
  decided(): void;
}

/** The outcome of applying lost hunks again. `left`: hunks whose place has changed, or whose file can't be written. */
export interface AppliedAgain {
  readonly applied: number;
  readonly left: readonly LostChange[];
  /** Files that policy does not allow to be written. */
  readonly refused: readonly RefusedRestore[];
}

/** All changes under review, for the code that shows them and lets the user decide. */
export interface ReviewedChanges {
  /** Files with hunks, in the order in which they came under review. */
  files(): readonly string[];
  stateOf(file: string): FileChanges | undefined;
  /** The file's text with all hunks undone; undefined if nothing in it is under review. */
  baseOf(file: string): string | undefined;
  all(): readonly HunkPlace[];
  /** Whether the hunk will be undone when the agent's step ends. */
  isWaiting(id: string): boolean;
  /** The number of hunks decided since there was last nothing to decide. */
  readonly reviewed: number;
  /** The same for the changes of one session. */
  reviewedOf(sessionId: string): number;
  /** The id of the last decision, if it can be reverted. */
  readonly lastDecision: number | undefined;
  /** Those files of these hunks that are only undone if the user names them explicitly. */
  toBeNamed(ids: readonly string[]): readonly string[];
  /** `isNamed`: the user has named the files explicitly, or decides in the file itself. */
  decide(ids: readonly string[], choice: Choice, isNamed?: boolean): Promise<DecisionOutcome>;
  /** Marks hunks as seen or unseen, which decides nothing. A change to a hunk removes the mark. */
  mark(ids: readonly string[], isSeen: boolean): void;
  /** Reverts the last decision; null if there is none, or it isn't the one with that id. */
  stepBack(id?: number): Promise<{ readonly choice: Choice; readonly hunks: number } | null>;
  /** True while Pollux itself writes the file, so that changes to it are not taken for someone else's. */
  isWriting(file: string): boolean;
  /** Reports edits by others, all relative to the text before. False if `observed` must be called with the text instead. */
  edited(file: string, changes: readonly TextChange[]): boolean;
  /**
   * True if this editor text equals the text that a file had with hunks that it lost, so that they are open for
   * decision again. Line endings are not compared, because an editor makes mixed ones uniform.
   */
  cameBack(file: string, text: string): boolean;
  /** Reports the file's current text; someone else made any new difference. `byUser`: in an editor of this window. */
  observed(file: string, text: string | null, byUser?: boolean): void;
  /** Hunks that were removed from their files, but not by the user, who has to decide what happens to them. */
  lost(): readonly LostChange[];
  /** `isNamed`: the user has named the files explicitly. */
  applyAgain(ids: readonly string[], isNamed?: boolean): Promise<AppliedAgain>;
  /** Drops lost hunks that the user no longer wants. */
  dismiss(ids: readonly string[]): void;
  /** Files whose text must be tracked: those with hunks, and those whose hunks may come back. */
  followed(): readonly string[];
  isFollowed(file: string): boolean;
  renamed(from: string, to: string): void;
}

/** What the models of sessions know of files and decisions, stored so that it outlives the window. */
export interface RecordedNews {
  /** Must not throw. `text` null: there is no such file. */
  knows(sessionId: string, file: string, text: string | null): void;
  /** The model knows of all decisions so far. Must not throw. */
  told(sessionId: string): void;
  /** The texts that the model knows, and the decisions that it does not know of. Must not reject. */
  read(
    sessionId: string,
  ): Promise<{ readonly texts: ReadonlyMap<string, string | null>; readonly decided: readonly Decided[] }>;
}

/** Edits that sessions ask about, stored so that they outlive the window. */
export interface ProposalTracking {
  /** Stores edits for as long as the user is asked about them. */
  propose(edits: readonly EditProposal[], source: ChangeSource): ProposedEdits;
  /** Call this before a session ends with its window: what the user has not decided then stays stored. */
  leaves(sessionId: string): void;
}

/** A session's side of review: it reports its changes and learns what became of them. */
export interface ChangeTracking {
  /** Edits files and puts the edits under review. `source` null: the user has already reviewed them. */
  editing(
    edits: readonly EditProposal[],
    origin: { readonly sessionId: string; readonly source: ChangeSource | null },
    write: () => Promise<readonly Written[]>,
  ): Promise<readonly Written[]>;
  /** Attributes a command's changes to this source, from now until the returned function is called. */
  following(source: ChangeSource): Promise<() => void>;
  readonly proposed: ProposalTracking;
  /**
   * Call this when a session is open again: edits that the user had not decided need the user now, and the model is
   * told what happened since it was last asked.
   */
  recovered(sessionId: string): void;
  /** Call this when a run of a session begins and ends; in between, undoing waits for the end of a step. */
  runs(sessionId: string, isRunning: boolean): void;
  /** Call this between two steps of a run: undoes what waits, and returns what the model does not know yet. */
  betweenSteps(sessionId: string): Promise<string | undefined>;
}
