import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { ReviewThreads } from '../../agent/changes/reviewThreads';
import type { ReviewedChanges } from '../../agent/ports/changes';
import type { Log } from '../../agent/ports/log';
import { CommentFile } from '../../node/changes/commentFile';
import { createCommentCommands } from '../../vscode/changes/commentCommands';
import { CommentThreads } from '../../vscode/changes/commentThreads';
import { followComments } from '../../vscode/changes/followComments';
import { COMMENTS } from './commentsFile';

export interface WindowCommentsOptions {
  /** Where comments are stored, in the same directory as the changes. */
  readonly folder: string;
  readonly changes: Pick<ReviewedChanges, 'stateOf' | 'baseOf'>;
  readonly read: (file: string) => Promise<string | null>;
  readonly log: Log;
  /** Called when a comment was added, removed or changed. */
  readonly onChange: () => void;
}

/** The window's comments on changes: stored, moved with their lines, shown, and written by commands. */
export function createWindowComments({ folder, changes, read, log, onChange }: WindowCommentsOptions) {
  const file = new CommentFile(join(folder, COMMENTS), log);
  const threads: ReviewThreads = new ReviewThreads({
    newId: () => `c-${randomUUID().slice(0, 4)}`,
    now: Date.now,
    onChange: ids => {
      for (const id of ids) file.save(id, threads.get(id));
      shown.update(ids);
      onChange();
    },
  });
  const shown = new CommentThreads(threads, changes);
  const isCommented = (path: string) => threads.all().some(thread => thread.file === path);
  const following = followComments(threads);
  return {
    threads,
    commands: createCommentCommands(threads, shown),
    async open(): Promise<void> {
      const stored = await file.load();
      for (const thread of stored) threads.restore(thread);
      for (const path of new Set(stored.map(thread => thread.file))) threads.observed(path, await read(path));
      shown.update(stored.map(({ id }) => id));
      if (stored.length > 0) onChange();
    },
    /** Must be called when the changes under review in these files have changed. */
    update(files: readonly string[]): void {
      for (const path of files) {
        const base = isCommented(path) ? changes.baseOf(path) : undefined;
        if (base !== undefined) threads.observed(path, base, 'base');
      }
    },
    dispose(): void {
      following.dispose();
      shown.dispose();
    },
  };
}
