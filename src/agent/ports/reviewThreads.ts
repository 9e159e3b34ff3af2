// The conversation about changed lines: comments that are collected, sent as one review, and answered where they stand.

/** One thing that was said in a thread. */
export interface ReviewEntry {
  readonly by: 'user' | 'model';
  readonly text: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The user has not sent it yet. */
  readonly isDraft?: true;
  /** What the model changed for the comment, as a diff. */
  readonly diff?: string;
}

/** Lines `start` to `end` (0-based, exclusive) of a file; of `base`, in what the file would hold with all changes undone. */
export interface ReviewPlace {
  readonly file: string;
  readonly side: 'text' | 'base';
  readonly start: number;
  readonly end: number;
  /** The lines as they were when they were commented on, without their endings; of many, the first. */
  readonly quote: readonly string[];
}

export interface ReviewThread extends ReviewPlace {
  readonly id: string;
  /** The chat whose changes it is about; absent: nobody knows. */
  readonly sessionId?: string;
  /** The chat that it was sent to. */
  readonly sentTo?: string;
  /** Where it was, as the review said when it was sent. */
  readonly sentAs?: string;
  /** Never empty. */
  readonly entries: readonly ReviewEntry[];
  readonly isResolved: boolean;
}

/** All threads, for whoever shows them and lets the user write. */
export interface ReviewComments {
  all(): readonly ReviewThread[];
  /** How many comments are not sent yet. */
  readonly drafts: number;
  begin(place: ReviewPlace, text: string): ReviewThread;
  reply(id: string, text: string): void;
  /** Changes a comment that is not sent yet; an empty text takes it away. */
  rewrite(id: string, entry: number, text: string): void;
  remove(id: string): void;
  resolve(id: string, isResolved: boolean): void;
}

/** What the model may do with the comments that it was sent. */
export interface CommentAnswers {
  /** Whether this chat was ever sent a comment that is still there. */
  hasSent(sessionId: string): boolean;
  /** Throws `ToolError` for a place in which no comment was sent to this chat. Gives what is to be told of it. */
  answer(
    sessionId: string,
    answer: { readonly place: string; readonly text: string; readonly isResolved: boolean },
  ): string;
}
