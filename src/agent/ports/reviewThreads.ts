// The conversation about changed lines: comments that are collected, sent as one review, and answered in place.

/** One comment in a thread. */
export interface ReviewEntry {
  readonly by: 'user' | 'model';
  readonly text: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The user has not sent it yet. */
  readonly isDraft?: true;
  /** What the model changed because of the comment, as a diff. */
  readonly diff?: string;
}

/** Lines `start` to `end` (0-based, exclusive) of a file; with `base`, of the file's text with all changes undone. */
export interface ReviewPlace {
  readonly file: string;
  readonly side: 'text' | 'base';
  readonly start: number;
  readonly end: number;
  /** The lines at the time of the comment, without their line endings; if there are many, only the first ones. */
  readonly quote: readonly string[];
}

export interface ReviewThread extends ReviewPlace {
  readonly id: string;
  /** The chat whose changes it is about. Absent: unknown. */
  readonly sessionId?: string;
  /** The chat that it was sent to. */
  readonly sentTo?: string;
  /** Its place as named in the review when it was sent. */
  readonly sentAs?: string;
  /** Never empty. */
  readonly entries: readonly ReviewEntry[];
  readonly isResolved: boolean;
}

/** All threads, for the code that shows them and lets the user write. */
export interface ReviewComments {
  all(): readonly ReviewThread[];
  /** The number of comments that are not sent yet. */
  readonly drafts: number;
  begin(place: ReviewPlace, text: string): ReviewThread;
  reply(id: string, text: string): void;
  /** Changes a comment that is not sent yet; an empty text deletes it. */
  rewrite(id: string, entry: number, text: string): void;
  remove(id: string): void;
  resolve(id: string, isResolved: boolean): void;
}

/** What the model may do with the comments it received. */
export interface CommentAnswers {
  /** Whether this chat was ever sent a comment that still exists. */
  hasSent(sessionId: string): boolean;
  /**
   * Answers the comment at a place. Returns what to tell the model about it. Throws `ToolError` if no comment was sent
   * to this chat for that place.
   */
  answer(
    sessionId: string,
    answer: { readonly place: string; readonly text: string; readonly isResolved: boolean },
  ): string;
}
