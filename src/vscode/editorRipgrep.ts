import * as vscode from 'vscode';
import { editorRipgrepPaths, findRipgrep } from '../node/search/ripgrepPaths';

/** The ripgrep of the editor, or else one that is installed; null: there is none. */
export function editorRipgrep(): string | null {
  return findRipgrep(editorRipgrepPaths(vscode.env.appRoot), process.env.PATH ?? '');
}
