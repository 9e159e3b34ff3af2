import * as vscode from 'vscode';
import { editorRipgrepPaths, findRipgrep } from '../../node/search/ripgrepPaths';

/** The path of the editor's ripgrep, or else of an installed one; null: there is none. */
export function editorRipgrep(): string | null {
  return findRipgrep(editorRipgrepPaths(vscode.env.appRoot), process.env.PATH ?? '');
}
