import * as vscode from 'vscode';

export interface SaveTextOptions {
  /** Localized. */
  readonly title: string;
  /** The suggested file name, in the first workspace folder. */
  readonly name: string;
  readonly filters: Readonly<Record<string, string[]>>;
}

/**
 * Lets the user choose a file, writes the text to it and shows it; `textFor` gets the path. Resolves with the file's
 * path as shown to users; undefined: cancelled.
 */
export async function saveText(
  textFor: (path: string) => string,
  { title, name, filters }: SaveTextOptions,
): Promise<string | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const defaultUri = folder && vscode.Uri.joinPath(folder, name);
  const target = await vscode.window.showSaveDialog({ title, filters, ...(defaultUri && { defaultUri }) });
  if (!target) return undefined;
  await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(textFor(target.path)));
  await vscode.window.showTextDocument(target);
  return vscode.workspace.asRelativePath(target);
}
