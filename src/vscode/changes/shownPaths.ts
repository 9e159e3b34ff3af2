import * as vscode from 'vscode';

/** The files for a message, by paths that tell those of the same name apart. */
export function shownPaths(files: readonly string[]): string {
  return [...new Set(files)].map(file => vscode.workspace.asRelativePath(file)).join(', ');
}
