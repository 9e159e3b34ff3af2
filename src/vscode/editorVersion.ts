import * as vscode from 'vscode';

/** VS Code's version, such as `1.106.0`. */
export const editorVersion = (): string => vscode.version;
