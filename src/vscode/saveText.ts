import * as vscode from 'vscode';

export interface SaveTextOptions {
  /** Localised. */
  readonly title: string;
  /** Of the file that is suggested, in the first folder of the workspace. */
  readonly name: string;
  readonly filters: Readonly<Record<string, string[]>>;
}

/** Has the user choose a file, writes the text into it and shows it; `textFor` gets the path. Resolves with its name. */
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
