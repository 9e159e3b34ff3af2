import * as vscode from 'vscode';
import { plainText } from '../shared/plainText';

// The only place that puts text into VS Code's comment threads. Text from models, files and users is shown literally:
// without command links, external images or icons.

export interface PlainComment {
  readonly author: string;
  readonly text: string;
  /** Shown below the text, as code. */
  readonly diff?: string;
  readonly at: number;
  /** Shown beside the author. */
  readonly label?: string;
  /** The `comment` for menus in package.json. */
  readonly contextValue: string;
}

/** A comment as the editor has it. While it is edited, `body` is the typed text. */
export interface ShownComment extends vscode.Comment {
  readonly threadId: string;
  readonly index: number;
}

export type ShownThread = vscode.CommentThread;

export interface PlainThread {
  readonly id: string;
  readonly uri: vscode.Uri;
  /** Lines, 0-based; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  readonly label: string;
  readonly contextValue: string;
  readonly isResolved: boolean;
  readonly comments: readonly PlainComment[];
}

export function createComments({ id, label, prompt, placeHolder, rangesOf }: CommentsOptions) {
  const controller = vscode.comments.createCommentController(id, plainText(label));
  controller.options = { prompt: plainText(prompt), placeHolder: plainText(placeHolder) };
  controller.commentingRangeProvider = {
    provideCommentingRanges: document => rangesOf(document).map(([start, end]) => new vscode.Range(start, 0, end, 0)),
  };
  return {
    /** Shows the thread, in `shown` or in a new one. */
    show(thread: PlainThread, shown?: ShownThread): ShownThread {
      const range = new vscode.Range(thread.start, 0, Math.max(thread.start, thread.end - 1), 0);
      const comments = thread.comments.map((comment, index) => shownComment(thread.id, comment, index));
      const made = shown ?? controller.createCommentThread(thread.uri, range, comments);
      if (shown) {
        if (!made.range?.isEqual(range)) made.range = range;
        made.comments = comments;
      }
      made.label = plainText(thread.label);
      made.contextValue = thread.contextValue;
      made.state = thread.isResolved ? vscode.CommentThreadState.Resolved : vscode.CommentThreadState.Unresolved;
      return made;
    },
    dispose: () => controller.dispose(),
  };
}

export interface CommentsOptions {
  readonly id: string;
  readonly label: string;
  readonly prompt: string;
  readonly placeHolder: string;
  /** The ranges of lines that may be commented on: first and last, 0-based. */
  readonly rangesOf: (document: vscode.TextDocument) => readonly (readonly [number, number])[];
}

/** The same comment, switched to or from editing. */
export function editedComment(comment: ShownComment, isEditing: boolean): ShownComment {
  return { ...comment, mode: isEditing ? vscode.CommentMode.Editing : vscode.CommentMode.Preview };
}

export function textOfBody({ body }: vscode.Comment): string {
  return typeof body === 'string' ? body : body.value;
}

function shownComment(threadId: string, comment: PlainComment, index: number): ShownComment {
  const { author, text, diff, at, label, contextValue } = comment;
  return {
    threadId,
    index,
    // A string is shown literally, without Markdown.
    body: diff === undefined ? text : withDiff(text, diff),
    mode: vscode.CommentMode.Preview,
    author: { name: plainText(author) },
    timestamp: new Date(at),
    contextValue,
    ...(label !== undefined && { label: plainText(label) }),
  };
}

function withDiff(text: string, diff: string): vscode.MarkdownString {
  const body = new vscode.MarkdownString(undefined, false).appendText(text).appendCodeblock(diff, 'diff');
  body.isTrusted = false;
  body.supportHtml = false;
  return body;
}
