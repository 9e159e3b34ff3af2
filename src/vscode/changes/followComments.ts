import { sep } from 'node:path';
import * as vscode from 'vscode';
import type { TextChange } from '../../agent/ports/changes';
import type { ReviewThread } from '../../agent/ports/reviewThreads';
import { resolved } from '../documents/documents';

/** The parts of the threads that are needed to move them with their lines. */
export interface FollowedThreads {
  all(): readonly ReviewThread[];
  edited(file: string, changes: readonly TextChange[]): void;
  observed(file: string, text: string | null): void;
  renamed(from: string, to: string): void;
}

/** Reports to the threads what happens to their files in the editor. */
export function followComments(threads: FollowedThreads): vscode.Disposable {
  const isCommented = (file: string) => threads.all().some(thread => thread.file === file);
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      const file = document.uri.scheme === 'file' ? resolved(document.uri.fsPath) : undefined;
      if (file === undefined || !isCommented(file)) return;
      const edits = contentChanges.map(({ range: { start, end }, text }) => ({ start, end, text }));
      threads.edited(file, edits);
    }),
    // Catches up with changes made while no editor had the file open.
    vscode.workspace.onDidOpenTextDocument(document => {
      if (document.uri.scheme === 'file') threads.observed(resolved(document.uri.fsPath), document.getText());
    }),
    vscode.workspace.onDidRenameFiles(({ files }) => {
      for (const { oldUri, newUri } of files) {
        const [from, to] = [oldUri.fsPath, newUri.fsPath];
        const isBelow = ({ file }: ReviewThread) => file === from || file.startsWith(from + sep);
        const moved = new Set(
          threads
            .all()
            .filter(isBelow)
            .map(({ file }) => file),
        );
        for (const file of moved) threads.renamed(file, to + file.slice(from.length));
      }
    }),
  );
}
