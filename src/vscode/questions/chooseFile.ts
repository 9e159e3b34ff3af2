import * as vscode from 'vscode';

/** Lets the user choose a file or a folder; undefined: cancelled. */
export async function chooseFile(kind: 'file' | 'folder'): Promise<string | undefined> {
  const [uri] =
    (await vscode.window.showOpenDialog({ canSelectFiles: kind === 'file', canSelectFolders: kind === 'folder' })) ??
    [];
  return uri?.fsPath;
}
