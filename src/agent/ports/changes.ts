// What the agent has changed and the user may still keep or undo, hunk by hunk.
import type { EditProposal } from '../../shared/proposals';
import type { RefusedRestore } from '../../shared/restores';
import type { Written } from './fileWriter';

/** What an edit of the agent is part of. */
export interface ChangeSource {
  readonly sessionId: string;
  /** The message of the user that the turn began with, and how that begins. */
  readonly turn: string;
  readonly prompt: string;
  readonly callId: string;
  readonly author: 'tool' | 'command' | 'subagent' | 'hook';
  /** As people read the call. */
  readonly title: string;
  /** The model's own words for it. */
  readonly reason?: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Lines `start` to `end` (0-based, exclusive) of the text stand where the base has `base`. Lines have their endings. */
export interface Hunk {
  readonly id: string;
  readonly start: number;
  readonly end: number;
  readonly base: readonly string[];
  /** Oldest first; several where calls changed the same lines. */
  readonly sources: readonly ChangeSource[];
  /** Somebody else has changed lines of it since, or lines that it now takes in. */
  readonly isEdited: boolean;
  /** The user has looked at it as it is now, and has not decided. */
  readonly isSeen?: true;
}

/**
 * A file under review: its lines, and the hunks in their order, which do not overlap. Of the lines of the base, and of
 * those of the text, only the last may be without an ending. `wasThere` and `isThere`: whether the file was and is there.
 */
export interface FileChanges {
  readonly lines: readonly string[];
  readonly hunks: readonly Hunk[];
  readonly wasThere: boolean;
  readonly isThere: boolean;
}

export type Choice = 'keep' | 'undo';

/** A hunk with the file that it is in. */
export interface HunkPlace {
  readonly file: string;
  readonly hunk: Hunk;
}

/** What a file is to hold, and what it holds; null: there is none. */
export interface TextToWrite {
  readonly file: string;
  readonly before: string | null;
  readonly text: string | null;
}

/** What was decided, for the log and the model. `text` and `base` are the hunk's when it was decided. `line` is 1-based. */
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

/** An edit that an editor reports. Lines and characters are 0-based; characters are UTF-16 units. */
export interface TextChange {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
  readonly text: string;
}

/**
 * What came of a decision. `waiting`: hunks that are undone at the end of the agent's step. `left`: those that hold all that
 * somebody wrote into a file that was not there. `failed`: files that could not be written, and `refused`: that policy does
 * not let be written; their hunks are as they were.
 */
export interface DecisionOutcome {
  readonly decided: number;
  readonly waiting: number;
  readonly left: readonly HunkPlace[];
  readonly failed: readonly string[];
  readonly refused: readonly RefusedRestore[];
}

/** A hunk that something took out of its file without the user; `text` is what the file held with it. */
export interface LostChange extends HunkPlace {
  readonly text: string;
}

/** What came of applying lost hunks again. `left`: hunks whose place is no longer as it was, or whose file can't be written. */
export interface AppliedAgain {
  readonly applied: number;
  readonly left: readonly LostChange[];
  /** Files that policy does not let be written. */
  readonly refused: readonly RefusedRestore[];
}

/** All changes under review, for whoever shows them and lets the user decide. */
export interface ReviewedChanges {
  /** Files with hunks, in the order in which they came under review. */
  files(): readonly string[];
  stateOf(file: string): FileChanges | undefined;
  /** What the file would hold with all hunks undone; undefined if nothing of it is under review. */
  baseOf(file: string): string | undefined;
  all(): readonly HunkPlace[];
  /** Hunks whose undoing waits for the agent's step to end. */
  isWaiting(id: string): boolean;
  /** How many were decided since there last was nothing to decide. */
  readonly reviewed: number;
  readonly canStepBack: boolean;
  /** Files of these hunks that are only undone in if the user names them. */
  toBeNamed(ids: readonly string[]): readonly string[];
  /** `isNamed`: the user has named the files, or acts in the very place. */
  decide(ids: readonly string[], choice: Choice, isNamed?: boolean): Promise<DecisionOutcome>;
  /** Marks hunks as looked at, or not, which decides nothing. What changes them takes the mark away. */
  mark(ids: readonly string[], isSeen: boolean): void;
  /** Takes the last decision back; null if there is none. */
  stepBack(): Promise<{ readonly choice: Choice; readonly hunks: number } | null>;
  /** True while Pollux itself writes the file: what happens to it then is nobody else's. */
  isWriting(file: string): boolean;
  /** Edits by others, all in terms of the text before. False if they don't fit what is known of the file. */
  edited(file: string, changes: readonly TextChange[]): boolean;
  /**
   * True where this text of an editor, which makes mixed line endings alike, is what a file held with hunks that it lost:
   * they are to be decided again.
   */
  cameBack(file: string, text: string): boolean;
  /** What the file holds now; whatever is not known of it yet was somebody else's doing. `byUser`: in an editor here. */
  observed(file: string, text: string | null, byUser?: boolean): void;
  /** Hunks that something took out of their files without the user, who has to say what is to become of them. */
  lost(): readonly LostChange[];
  /** `isNamed`: the user has named the files. */
  applyAgain(ids: readonly string[], isNamed?: boolean): Promise<AppliedAgain>;
  /** The user does not want these lost hunks any longer. */
  dismiss(ids: readonly string[]): void;
  /** Files of which it matters what they hold: those with hunks, and those whose hunks may come back. */
  followed(): readonly string[];
  isFollowed(file: string): boolean;
  renamed(from: string, to: string): void;
}

/** What a session tells of its changes, and hears of what became of them. */
export interface ChangeTracking {
  /** Makes edits of files and puts them under review; `source` null: the user has reviewed them already. */
  editing(
    edits: readonly EditProposal[],
    origin: { readonly sessionId: string; readonly source: ChangeSource | null },
    write: () => Promise<readonly Written[]>,
  ): Promise<readonly Written[]>;
  /** From now until what it returns is called, what a command of this call changes has this source. */
  following(source: ChangeSource): Promise<() => void>;
  /** To be called when a run of a session begins and ends; in between, undoing waits for the end of a step. */
  runs(sessionId: string, isRunning: boolean): void;
  /** To be called between two steps of a run: undoes what waits, and gives what the model does not know yet. */
  betweenSteps(sessionId: string): Promise<string | undefined>;
}
