import * as vscode from 'vscode';

/** That of the window, such as `de`. */
export function displayLanguage(): string {
  return vscode.env.language;
}
