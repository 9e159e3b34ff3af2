import { realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import * as vscode from 'vscode';
import { isAlike } from '../review/lines';

// The core uses resolved paths of files; an editor may know the same file by a path through symbolic links. These
// functions convert between the two, so that no file is ever open under two addresses.

// How long the editor may take to notice that a file has changed on disk.
const FOLLOW_LIMIT_MS = 3000;

/** The open document of a file, preferably one with unsaved changes. `file` is absolute and free of symbolic links. */
export function openDocument(file: string): vscode.TextDocument | undefined {
  const matches = fileDocuments().filter(({ uri }) => uri.fsPath === file || resolved(uri.fsPath) === file);
  return matches.find(document => document.isDirty) ?? matches[0];
}

/** Whether a notebook editor has unsaved edits of the file: they would conflict with edits of its text. */
export function hasUnsavedNotebook(file: string): boolean {
  return vscode.workspace.notebookDocuments.some(
    ({ uri, isDirty }) => isDirty && uri.scheme === 'file' && resolved(uri.fsPath) === file,
  );
}

/** Whether a tab shows the file as text. */
export function isInTab(file: string): boolean {
  const inputs = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ input }) => input));
  return inputs.some(input => input instanceof vscode.TabInputText && resolved(input.uri.fsPath) === file);
}

/** The open documents with unsaved changes, by their files' resolved paths. */
export function unsavedDocuments(): ReadonlyMap<string, vscode.TextDocument> {
  const unsaved = fileDocuments().filter(document => document.isDirty);
  return new Map(unsaved.map(document => [resolved(document.uri.fsPath), document]));
}

function fileDocuments(): vscode.TextDocument[] {
  return vscode.workspace.textDocuments.filter(({ uri, isClosed }) => uri.scheme === 'file' && !isClosed);
}

/**
 * The address under which the workspace knows a file: through its folder's own path, even if that is a symbolic link.
 */
export function uriOf(file: string): vscode.Uri {
  const folders = (vscode.workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme === 'file')
    .map(({ uri }) => ({ uri, below: relative(resolved(uri.fsPath), file) }))
    .filter(({ below }) => below !== '..' && !below.startsWith(`..${sep}`) && !isAbsolute(below));
  // In nested folders, the innermost counts.
  const [nearest] = folders.sort((a, b) => a.below.length - b.below.length);
  return nearest ? vscode.Uri.joinPath(nearest.uri, ...nearest.below.split(sep)) : vscode.Uri.file(file);
}

/**
 * The document of a file whose text is `text`, opened without an editor if necessary; undefined if there is none. It
 * may have unsaved changes.
 */
export async function documentOf(
  file: string,
  text: string,
  encoding: string,
): Promise<vscode.TextDocument | undefined> {
  const known = openDocument(file);
  if (known) return (await comesToHold(known, text)) ? known : undefined;
  const uri = uriOf(file);
  const document = await load(uri);
  if (document && holds(document, text)) return document;
  const other = document && (await load(uri, encoding === 'latin1' ? 'iso88591' : encoding));
  return other && holds(other, text) ? other : undefined;
}

async function load(uri: vscode.Uri, encoding?: string): Promise<vscode.TextDocument | undefined> {
  try {
    return await vscode.workspace.openTextDocument(uri, encoding === undefined ? undefined : { encoding });
  } catch {
    // It is too large for an editor, or looks binary to it.
    return undefined;
  }
}

function holds(document: vscode.TextDocument, text: string): boolean {
  return isAlike(document.getText(), text);
}

/** Waits for the editor to read what a command has just written. Resolves with false if it isn't `text` in time. */
export function comesToHold(document: vscode.TextDocument, text: string): Promise<boolean> {
  return new Promise(resolve => {
    const end = (isHeld: boolean) => {
      clearTimeout(timer);
      subscription.dispose();
      resolve(isHeld);
    };
    const look = async () => {
      if (holds(document, text)) end(true);
      else if (document.isDirty || (await isUpToDate(document))) end(false);
    };
    const timer = setTimeout(() => end(false), FOLLOW_LIMIT_MS);
    const subscription = vscode.workspace.onDidChangeTextDocument(event => {
      if (event.document === document) void look();
    });
    void look();
  });
}

/** Whether the document has the file's content, read in the document's own encoding. */
async function isUpToDate(document: vscode.TextDocument): Promise<boolean> {
  try {
    const bytes = await readFile(document.uri.fsPath);
    return holds(document, await vscode.workspace.decode(bytes, { encoding: document.encoding }));
  } catch {
    // The file is gone or no longer text, which the editor hasn't noticed yet.
    return false;
  }
}

/** The path without symbolic links, also if its last parts don't exist. */
export function resolved(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(resolved(parent), basename(path));
  }
}

/** A file's path as shown to users: relative to its workspace folder. */
export function pathShown(file: string): string {
  return vscode.workspace.asRelativePath(file);
}
