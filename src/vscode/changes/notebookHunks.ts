import * as vscode from 'vscode';
import type { ReviewedChanges } from '../../agent/ports/changes';
import { isInTab, resolved, uriOf } from '../documents/documents';
import { cellsIn, fileLineOf, hunksInCells, type CellHunk, type CellLines } from './notebookLines';

/** The scheme of the documents in a notebook's cells; used in `when` clauses. */
export const CELL_SCHEME = 'vscode-notebook-cell';

type States = Pick<ReviewedChanges, 'stateOf'>;

/** By a file's lines, which are a new list after each change. A notebook asks for them once per cell. */
const parsed = new WeakMap<readonly string[], readonly CellLines[]>();
const NO_LINES: readonly string[] = [];

/** The hunks to show in the document of a cell, at its own lines. */
export function hunksInCell(changes: States, document: vscode.TextDocument): readonly CellHunk[] {
  const place = cellOf(changes, document);
  if (!place) return [];
  const { hunks = [] } = changes.stateOf(place.file) ?? {};
  return hunksInCells(place.cells, hunks).filter(({ cell }) => cell === place.index);
}

/** The line of the notebook's file that has a line of a cell. */
export function placeInFile(changes: States, document: vscode.TextDocument, line: number) {
  const place = cellOf(changes, document);
  const cell = place?.cells[place.index];
  return place && cell ? { file: place.file, line: fileLineOf(cell, line) } : undefined;
}

/** Shows a line of a notebook's file in its cell. False: it is shown as text, or can't be shown as a notebook. */
export async function showInCell(
  changes: States,
  { file, line }: { readonly file: string; readonly line: number },
  viewColumn: vscode.ViewColumn,
): Promise<boolean> {
  const hunk = changes.stateOf(file)?.hunks.find(({ start }) => start === line);
  const cells = file.endsWith('.ipynb') ? cellsOf(changes, file) : [];
  const [shown] = hunk ? hunksInCells(cells, [hunk]) : [];
  if (!shown || isInTab(file)) return false;
  try {
    const notebook = await vscode.workspace.openNotebookDocument(uriOf(file));
    const cell = notebook.getCells().find((_, index) => inFile(notebook, index, cells) === shown.cell);
    if (!cell) return false;
    const selection = new vscode.Range(shown.first, 0, shown.first, 0);
    const options = { viewColumn: columnOf(notebook) ?? viewColumn };
    // Opened by the address of a cell only, its tab would be named after that.
    await vscode.window.showNotebookDocument(notebook, { ...options, preserveFocus: true });
    await vscode.commands.executeCommand('vscode.open', cell.document.uri, { ...options, selection });
    return true;
  } catch {
    return false; // nothing here shows notebooks
  }
}

function columnOf(notebook: vscode.NotebookDocument): vscode.ViewColumn | undefined {
  return vscode.window.visibleNotebookEditors.find(editor => editor.notebook === notebook)?.viewColumn;
}

function cellsOf(changes: States, file: string): readonly CellLines[] {
  const { lines = NO_LINES } = changes.stateOf(file) ?? {};
  const cells = parsed.get(lines) ?? cellsIn(lines);
  parsed.set(lines, cells);
  return cells;
}

function cellOf(changes: States, { uri }: vscode.TextDocument) {
  if (uri.scheme !== CELL_SCHEME) return undefined;
  for (const notebook of vscode.workspace.notebookDocuments) {
    const own = notebook.getCells().findIndex(({ document }) => document.uri.toString() === uri.toString());
    if (own < 0) continue;
    const file = resolved(notebook.uri.fsPath);
    const cells = cellsOf(changes, file);
    const index = inFile(notebook, own, cells);
    return index === undefined ? undefined : { file, cells, index };
  }
  return undefined;
}

/** Which cell of the file a cell of the editor is. With cells added or removed but not saved, its text tells. */
function inFile(notebook: vscode.NotebookDocument, index: number, cells: readonly CellLines[]): number | undefined {
  const all = notebook.getCells();
  if (all.length === cells.length) return index;
  const text = all[index]?.document.getText().replaceAll('\r\n', '\n');
  const alike = cells.flatMap((cell, at) => (cell.text === text ? [at] : []));
  return alike.length === 1 ? alike[0] : undefined;
}
