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

/** A file's text, by ID, as the model of a session knows it; null: no such file. */
export interface KnowsLine {
  readonly at: number;
  readonly knows: { readonly sessionId: string; readonly file: string; readonly text: string | null };
}

/** The model of a session knows of all decisions in earlier lines. */
export interface ToldLine {
  readonly told: string;
}

/** The decision about a hunk. */
export interface StoredDecision extends Pick<Decided, 'file' | 'id' | 'choice' | 'line' | 'isEdited'> {
  readonly calls: readonly Pick<ChangeSource, 'sessionId' | 'callId'>[];
}
