import * as vscode from 'vscode';

/** The path of a file or a folder that the user chooses; undefined: none. */
export async function chooseFile(kind: 'file' | 'folder'): Promise<string | undefined> {
  const [uri] =
    (await vscode.window.showOpenDialog({ canSelectFiles: kind === 'file', canSelectFolders: kind === 'folder' })) ??
    [];
  return uri?.fsPath;
}
