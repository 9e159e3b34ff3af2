import type { ChangeSource, Decided, FileChanges, Hunk } from '../../agent/ports/changes';

/** A file's state at some time; without `state`, nothing in it is under review any longer. Texts are given by ID. */
export interface FileLine {
  readonly file: string;
  /** The window or run that wrote the line. */
  readonly by?: string;
  readonly state?: Pick<FileChanges, 'wasThere' | 'isThere'> & {
    readonly text: string;
    /** The original lines of each hunk. */
    readonly old?: string;
    /** Used instead of `old` by earlier versions: the whole original text. */
    readonly base?: string;
    readonly hunks: readonly StoredHunk[];
  };
}

/** Decisions made together. */
export interface DecidedLine {
  readonly by?: string;
  readonly decided: readonly StoredDecision[];
}

export type StoredHunk = Omit<Hunk, 'base'> & { readonly lines: number };

/** The decision about a hunk. */
export interface StoredDecision extends Pick<Decided, 'file' | 'id' | 'choice' | 'line' | 'isEdited'> {
  readonly calls: readonly Pick<ChangeSource, 'sessionId' | 'callId'>[];
}
