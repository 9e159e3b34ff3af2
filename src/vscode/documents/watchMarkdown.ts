import * as vscode from 'vscode';

/** How long files must be left alone before a change is reported, in milliseconds: a checkout changes many. */
const PAUSE_MS = 300;

/** Calls `onChange` when Markdown files of the workspace were created, changed or deleted. */
export function watchMarkdown(onChange: () => void): vscode.Disposable {
  let waiting: NodeJS.Timeout | undefined;
  const tell = () => {
    clearTimeout(waiting);
    waiting = setTimeout(onChange, PAUSE_MS);
  };
  const watcher = vscode.workspace.createFileSystemWatcher('**/*.md');
  return vscode.Disposable.from(
    watcher,
    watcher.onDidCreate(tell),
    watcher.onDidChange(tell),
    watcher.onDidDelete(tell),
    new vscode.Disposable(() => clearTimeout(waiting)),
  );
}
