import * as vscode from 'vscode';

/** Of VS Code, as in `1.106.0`. */
export const editorVersion = (): string => vscode.version;
