import * as vscode from 'vscode';
import type { ReviewComments } from '../../agent/ports/reviewThreads';
import { runCommand } from '../runCommand';
import { editedComment, textOfBody, type ShownComment, type ShownThread } from '../plainComments';
import type { CommentThreads } from './commentThreads';

/** What the editor passes to the commands of the box below a thread. */
interface Reply {
  readonly thread: ShownThread;
  readonly text: string;
}

export function isReply(value: unknown): value is Reply {
  return typeof value === 'object' && value !== null && 'thread' in value && 'text' in value;
}

/** What the buttons of a thread and its comments do; each receives its thread or comment. */
export function createCommentCommands(threads: ReviewComments, shown: CommentThreads) {
  const add = ({ thread, text }: Reply) => {
    if (text.trim() === '') return;
    const id = shown.idOf(thread);
    if (id === undefined) shown.begin(thread, text);
    else threads.reply(id, text);
  };
  const setMode = (comment: ShownComment, thread: ShownThread | undefined, isEditing: boolean) => {
    if (!thread) return;
    thread.comments = thread.comments.map(each =>
      (each as ShownComment).index === comment.index ? editedComment(comment, isEditing) : each,
    );
  };
  const resolve = (thread: unknown, isResolved: boolean) => {
    const id = shown.idOf(thread);
    if (id !== undefined) threads.resolve(id, isResolved);
  };
  /** The text box that the user typed in, or the comment of the button, disappears: continues in the editor. */
  const thenFocusEditor = async (change: () => void) => {
    change();
    await runCommand('workbench.action.focusActiveEditorGroup');
  };
  return {
    /** Adds a comment at the caret, where the editor allows it. */
    commentOnChange: async () => vscode.commands.executeCommand('workbench.action.addComment'),
    addReviewComment: (reply: Reply) => thenFocusEditor(() => add(reply)),
    deleteReviewThread: (thread: ShownThread) =>
      thenFocusEditor(() => {
        const id = shown.idOf(thread);
        if (id === undefined) thread.dispose();
        else threads.remove(id);
      }),
    deleteReviewComment: ({ threadId, index }: ShownComment) =>
      thenFocusEditor(() => threads.rewrite(threadId, index, '')),
    editReviewComment: async (comment: ShownComment) => setMode(comment, shown.threadOf(comment.threadId), true),
    saveReviewComment: (comment: ShownComment) =>
      thenFocusEditor(() => threads.rewrite(comment.threadId, comment.index, textOfBody(comment))),
    cancelReviewComment: ({ threadId }: ShownComment) => thenFocusEditor(() => shown.update([threadId])),
    resolveReviewThread: async (thread: ShownThread) => resolve(thread, true),
    reopenReviewThread: async (thread: ShownThread) => resolve(thread, false),
  };
}
