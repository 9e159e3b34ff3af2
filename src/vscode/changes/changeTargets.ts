import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import type { ReviewedChanges } from '../../agent/ports/changes';
import { resolved } from '../documents/documents';
import { BASE_SCHEME } from './changeGutter';
import { CELL_SCHEME, hunksInCell } from './notebookHunks';

/** The changes of a lens or of a row in the tree. */
export interface NamedChanges {
  readonly ids: readonly string[];
  /** The location, if they are in one place. */
  readonly place?: { readonly file: string; readonly line: number };
}

interface LineChange {
  readonly modifiedStartLineNumber: number;
  /** 0 if lines were only removed. */
  readonly modifiedEndLineNumber: number;
}

/**
 * The file that an editor shows, itself, as one side of a diff or as a cell of a notebook; a deleted file's base text
 * counts as the file.
 */
export function fileShown(editor = vscode.window.activeTextEditor): string | undefined {
  const uri = editor?.document.uri;
  const isShown =
    uri?.scheme === 'file' || uri?.scheme === CELL_SCHEME || (uri?.scheme === BASE_SCHEME && !existsSync(uri.fsPath));
  return uri && isShown ? resolved(uri.fsPath) : undefined;
}

/**
 * The ids that a command applies to: those in its arguments (of a lens, a row, a mark in the margin), or else those
 * of the changes at the caret or selections of the active editor.
 */
export function idsFor(changes: ReviewedChanges, args: readonly unknown[]): readonly string[] {
  const [first, second, third] = args;
  if (isNamed(first)) return first.ids;
  if (first instanceof vscode.Uri && Array.isArray(second) && typeof third === 'number') {
    const change = second[third] as LineChange | undefined;
    if (!change) return [];
    const { modifiedStartLineNumber: start, modifiedEndLineNumber: end } = change;
    return idsAt(changes, resolved(first.fsPath), end === 0 ? start : start - 1, end === 0 ? start : end - 1);
  }
  const editor = vscode.window.activeTextEditor;
  const file = fileShown(editor);
  if (!editor || file === undefined) return [];
  const isCell = editor.document.uri.scheme === CELL_SCHEME;
  const marked = isCell ? hunksInCell(changes, editor.document) : [];
  const found = editor.selections.flatMap(({ start, end }) =>
    isCell
      ? marked.flatMap(({ hunk, first, last }) => (first <= end.line && last >= start.line ? [hunk.id] : []))
      : idsAt(changes, file, start.line, end.line),
  );
  return [...new Set(found)];
}

/**
 * The hunks that lines `first` to `last` (0-based, inclusive) touch. Removed lines are represented by those around
 * them.
 */
function idsAt(changes: ReviewedChanges, file: string, first: number, last: number): string[] {
  const { hunks = [], isThere = true } = changes.stateOf(file) ?? {};
  // A deletion is a single decision, wherever the caret is in the deleted text.
  if (!isThere) return hunks.map(({ id }) => id);
  const isAt = (start: number, end: number) => start <= last && end > first;
  const found = hunks.filter(({ start, end }) => isAt(start, end));
  const gone = hunks.filter(({ start, end }) => start === end && isAt(start - 1, start + 1));
  return (found.length > 0 ? found : gone).map(({ id }) => id);
}

export function isNamed(value: unknown): value is NamedChanges {
  return typeof value === 'object' && value !== null && 'ids' in value && Array.isArray(value.ids);
}
