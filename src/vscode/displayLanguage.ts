import * as vscode from 'vscode';

/** The language of the window, such as `de`. */
export function displayLanguage(): string {
  return vscode.env.language;
}
