import * as vscode from 'vscode';
import type { HunkPlace, ReviewedChanges } from '../../agent/ports/changes';
import { resolved } from '../documents';

/** What a lens or a row of the tree is about. */
export interface NamedChanges {
  readonly ids: readonly string[];
  /** Where it is, if it is in one place. */
  readonly place?: { readonly file: string; readonly line: number };
}

interface LineChange {
  readonly modifiedStartLineNumber: number;
  /** 0 where lines were only taken away. */
  readonly modifiedEndLineNumber: number;
}

/** The file of an editor that shows it as it is, or as one side of a diff. */
export function fileShown(editor = vscode.window.activeTextEditor): string | undefined {
  const uri = editor?.document.uri;
  return uri?.scheme === 'file' ? resolved(uri.fsPath) : undefined;
}

/**
 * The ids that a command is about: of what it was given (a lens, a row, a mark in the margin), else of the changes at the
 * caret or the selections of the active editor.
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
  return [...new Set(editor.selections.flatMap(({ start, end }) => idsAt(changes, file, start.line, end.line)))];
}

/** The hunks that lines `first` to `last` (0-based, inclusive) touch. Where lines are gone, those around them stand for them. */
function idsAt(changes: ReviewedChanges, file: string, first: number, last: number): string[] {
  const hunks = changes.stateOf(file)?.hunks ?? [];
  const isAt = (start: number, end: number) => start <= last && end > first;
  const found = hunks.filter(({ start, end }) => isAt(start, end));
  const gone = hunks.filter(({ start, end }) => start === end && isAt(start - 1, start + 1));
  return (found.length > 0 ? found : gone).map(({ id }) => id);
}

/** The change after a place in a file, or before it; past the last comes the first. */
export function nextPlace(
  changes: ReviewedChanges,
  from: { readonly file: string; readonly line: number } | undefined,
  by: 1 | -1,
): HunkPlace | undefined {
  const all = changes.all();
  if (all.length === 0 || !from) return by > 0 ? all[0] : all.at(-1);
  const files = changes.files();
  const own = files.indexOf(from.file);
  const isPast = ({ file, hunk }: HunkPlace) => {
    const other = files.indexOf(file);
    return other === own ? (hunk.start - from.line) * by > 0 : (other - own) * by > 0;
  };
  const inOrder = by > 0 ? all : [...all].reverse();
  return (own < 0 ? undefined : inOrder.find(isPast)) ?? inOrder[0];
}

export function isNamed(value: unknown): value is NamedChanges {
  return typeof value === 'object' && value !== null && 'ids' in value && Array.isArray(value.ids);
}
