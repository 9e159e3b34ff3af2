import type { ChangeSource, Decided, FileChanges, Hunk } from '../../agent/ports/changes';

/** The state of a file at a time; without one, nothing of it was under review any longer. Texts by their ids. */
export interface FileLine {
  readonly file: string;
  /** Who wrote the line: a window or a run. */
  readonly by?: string;
  readonly state?: Pick<FileChanges, 'wasThere' | 'isThere'> & {
    readonly text: string;
    /** What stood where the hunks are, by hunk. */
    readonly old?: string;
    /** In its place, earlier: the whole text without them. */
    readonly base?: string;
    readonly hunks: readonly StoredHunk[];
  };
}

/** What was decided at once. */
export interface DecidedLine {
  readonly by?: string;
  readonly decided: readonly StoredDecision[];
}

export type StoredHunk = Omit<Hunk, 'base'> & { readonly lines: number };

/** What was decided about a hunk. */
export interface StoredDecision extends Pick<Decided, 'file' | 'id' | 'choice' | 'line' | 'isEdited'> {
  readonly calls: readonly Pick<ChangeSource, 'sessionId' | 'callId'>[];
}
