import * as vscode from 'vscode';

const MAX_EDITED = 50;

/** The open and recently edited files, as paths below their workspace folder. */
export interface EditedFiles {
  /** Returns the open files, active ones first, then recently edited ones. */
  list(): readonly string[];
  /** Calls `listener` when files were created or deleted. */
  onDidChangeFiles(listener: () => void): void;
  dispose(): void;
}

/** Follows which files are open and edited, from now on. */
export function followEditedFiles(): EditedFiles {
  const edited = new Map<string, vscode.Uri>();
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of listeners) listener();
  };
  const watcher = vscode.workspace.createFileSystemWatcher('**/*', false, true, false);
  const parts = [
    watcher,
    watcher.onDidCreate(changed),
    watcher.onDidDelete(changed),
    vscode.workspace.onDidChangeWorkspaceFolders(changed),
    vscode.workspace.onDidChangeTextDocument(({ document: { uri } }) => {
      if (uri.scheme !== 'file') return;
      edited.delete(uri.path);
      edited.set(uri.path, uri);
      const [oldest] = edited.keys();
      if (edited.size > MAX_EDITED && oldest !== undefined) edited.delete(oldest);
    }),
  ];
  return {
    list() {
      const open = vscode.window.tabGroups.all.flatMap(({ tabs }) =>
        tabs.flatMap(({ input, isActive }) =>
          input instanceof vscode.TabInputText && input.uri.scheme === 'file' ? [{ uri: input.uri, isActive }] : [],
        ),
      );
      const uris = [
        ...open.filter(({ isActive }) => isActive).map(({ uri }) => uri),
        ...open.map(({ uri }) => uri),
        ...[...edited.values()].reverse(),
      ];
      const inside = uris.filter(uri => vscode.workspace.getWorkspaceFolder(uri));
      return [...new Set(inside.map(uri => vscode.workspace.asRelativePath(uri)))];
    },
    onDidChangeFiles: listener => void listeners.add(listener),
    dispose() {
      for (const part of parts) part.dispose();
    },
  };
}
