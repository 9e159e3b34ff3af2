import { readFile } from 'node:fs/promises';
import { basename, sep } from 'node:path';
import * as vscode from 'vscode';
import type { ReviewedChanges } from '../../agent/ports/changes';
import type { Workspace } from '../../agent/ports/workspace';
import { BINARY, readReviewed } from '../../node/changes/readReviewed';
import { replaceBytes } from '../../node/files/replaceBytes';
import { decodeText, encodeText } from '../../node/files/textEncoding';
import { applyOnce } from '../../policy/verifyApproved';
import type { ApprovedRestore } from '../../shared/restores';
import { changeAndSave } from '../documents/documentSaving';
import { replaceText } from '../documents/documentEdits';
import { documentOf, hasUnsavedNotebook, openDocument, resolved, uriOf } from '../documents/documents';
import { isAlike, restoreEndings } from '../review/lines';

export interface ReviewedFilesOptions {
  readonly workspace: Pick<Workspace, 'resolve' | 'readText'>;
  /** The bytes of a file that isn't text, by its mark. */
  readonly bytesOf: (mark: string) => Promise<Uint8Array | null>;
}

/** Reads and writes files under review the way the editor has them. Opens no editor. */
export class EditorFiles {
  constructor(private readonly options: ReviewedFilesOptions) {}

  read(file: string): Promise<string | null> {
    return readReviewed(this.options.workspace, file);
  }

  /**
   * Throws if the file doesn't have the expected content, and `NotApproved`. A document with unsaved changes stays
   * unsaved.
   */
  write(approved: ApprovedRestore<string>): Promise<string | null> {
    return applyOnce(approved, () => this.#write(approved));
  }

  async #write({ file, before, after }: ApprovedRestore<string>): Promise<string | null> {
    if (hasUnsavedNotebook(file)) throw new Error('It is open as a notebook with unsaved edits');
    const current = await this.read(file);
    if (current === null ? before !== null : before === null || !isAlike(current, before)) {
      throw new Error("The file doesn't have the expected content");
    }
    if (after === null) await this.#delete(file);
    else if (after.startsWith(BINARY)) await this.#writeBytes(file, after);
    else if (before === null || before.startsWith(BINARY)) await this.#create(file, after);
    else await this.#change(file, before, after);
    return this.read(file);
  }

  async #delete(file: string): Promise<void> {
    const edit = new vscode.WorkspaceEdit();
    edit.deleteFile(uriOf(file), { ignoreIfNotExists: true });
    await applied(edit);
  }

  async #create(file: string, text: string): Promise<void> {
    const uri = uriOf(file);
    const edit = new vscode.WorkspaceEdit();
    edit.createFile(uri, { contents: await vscode.workspace.encode(text, { uri }), overwrite: true });
    await applied(edit);
  }

  async #change(file: string, before: string, text: string): Promise<void> {
    const document = await documentOf(file, before, 'utf8');
    if (document?.isDirty) await replaceText(document, null, text);
    else if (document) await changeAndSave(document, file, before, text);
    else await this.#changeOnDisk(file, text);
  }

  /** For files that no document can hold, such as very large ones. */
  async #changeOnDisk(file: string, text: string): Promise<void> {
    const decoded = decodeText(await readFile(file));
    const bytes = decoded && encodeText(text, decoded.encoding);
    if (!bytes) throw new Error('The encoding of the file lacks some of the characters');
    await replaceBytes(file, bytes);
  }

  async #writeBytes(file: string, mark: string): Promise<void> {
    const bytes = await this.options.bytesOf(mark);
    if (!bytes) throw new Error('The former content of the file is no longer stored');
    await replaceBytes(file, bytes);
  }
}

/** Reports to the store what others do to files: edits in editors, and changes to files that no editor has open. */
export function followFiles(
  changes: ReviewedChanges,
  read: (file: string) => Promise<string | null>,
  reportBug: (message: string, error: unknown) => void,
): vscode.Disposable {
  // By old address: files that are missing during a rename are not deleted.
  const moving = new Map<string, string>();
  const isLeftAlone = (file: string) =>
    !changes.isFollowed(file) || changes.isWriting(file) || [...moving.values()].some(from => isBelow(file, from));
  const see = (file: string, text: string | null, byUser = false) => {
    if (isLeftAlone(file)) return;
    const known = changes.stateOf(file);
    if (!known) {
      changes.observed(file, text, byUser);
      return;
    }
    const told = known.lines.join('');
    // The editor unifies mixed line endings; that is not an edit by anyone.
    const isSame = text !== null && known.isThere && isAlike(text, told);
    if (!isSame)
      changes.observed(file, text === null || !openDocument(file) ? text : restoreEndings(told, text), byUser);
  };
  const look = (file: string) => {
    if (isLeftAlone(file)) return;
    const version = openDocument(file)?.version;
    read(file)
      // If it was edited meanwhile, the text read would look like an edit by someone who put it back.
      .then(text => (openDocument(file)?.version === version ? see(file, text) : look(file)))
      .catch((error: unknown) => reportBug(`${file} could not be read`, error));
  };
  const watcher = vscode.workspace.createFileSystemWatcher('**/*');
  // A command may touch thousands of files that are not under review. Of a folder that comes or goes, only itself may be
  // reported.
  const lookAt = ({ fsPath }: vscode.Uri) => {
    const followed = changes.followed();
    if (followed.some(file => basename(file) === basename(fsPath))) look(resolved(fsPath));
    for (const file of followed) if (file.startsWith(fsPath + sep)) look(file);
  };
  return vscode.Disposable.from(
    watcher,
    watcher.onDidChange(lookAt),
    watcher.onDidCreate(lookAt),
    watcher.onDidDelete(lookAt),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges, reason }) => {
      const file = document.uri.scheme === 'file' ? resolved(document.uri.fsPath) : undefined;
      if (file === undefined || contentChanges.length === 0) return;
      if (!changes.isFollowed(file) || changes.isWriting(file)) return;
      // Undo and redo can restore changes that they or a decision removed.
      if (reason !== undefined && changes.cameBack(file, document.getText())) return;
      const edits = contentChanges.map(({ range: { start, end }, text }) => ({ start, end, text }));
      // A reload from disk may have been seen there already, and its edits would count twice. Undo and redo to the
      // content on disk are the user's.
      if (!document.isDirty) see(file, document.getText(), reason !== undefined);
      // Typing in a file without hunks restores none.
      else if (changes.stateOf(file) && !changes.edited(file, edits)) {
        changes.observed(file, document.getText(), true);
      }
    }),
    vscode.workspace.onDidSaveTextDocument(({ uri }) => lookAt(uri)),
    vscode.workspace.onDidOpenTextDocument(({ uri }) => uri.scheme === 'file' && lookAt(uri)),
    // What is shown may have been open unseen.
    vscode.window.onDidChangeVisibleTextEditors(editors => {
      for (const { document } of editors) if (document.uri.scheme === 'file') lookAt(document.uri);
    }),
    // The editor doesn't report everything, such as what is in a workspace folder that was deleted and is there again.
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) for (const file of changes.followed()) look(file);
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => uri.scheme === 'file' && lookAt(uri)),
    vscode.workspace.onWillRenameFiles(({ files }) => {
      for (const { oldUri } of files) moving.set(oldUri.toString(), resolved(oldUri.fsPath));
    }),
    vscode.workspace.onDidRenameFiles(({ files }) => {
      for (const { oldUri, newUri } of files) {
        const from = moving.get(oldUri.toString()) ?? oldUri.fsPath;
        moving.delete(oldUri.toString());
        for (const file of below(changes, from)) {
          changes.renamed(file, resolved(newUri.fsPath) + file.slice(from.length));
        }
      }
    }),
  );
}

function below(changes: ReviewedChanges, from: string): string[] {
  // A file without undecided changes may have a decision that can be taken back.
  const all = new Set([...changes.followed(), ...(changes.isFollowed(from) ? [from] : [])]);
  return [...all].filter(file => isBelow(file, from));
}

function isBelow(file: string, from: string): boolean {
  return file === from || file.startsWith(from + sep);
}

async function applied(edit: vscode.WorkspaceEdit): Promise<void> {
  if (!(await vscode.workspace.applyEdit(edit))) throw new Error('The editor refused the change');
}
