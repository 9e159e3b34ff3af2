import * as vscode from 'vscode';

/** Whether an extension is installed and enabled. */
export function isInstalled(extension: string): boolean {
  return vscode.extensions.getExtension(extension) !== undefined;
}

/** Calls `run` when a terminal is opened, and immediately if one exists. */
export function onTerminal(run: () => void): vscode.Disposable {
  if (vscode.window.terminals.length > 0) run();
  return vscode.window.onDidOpenTerminal(run);
}

/** Calls `run` when the workspace is trusted or its folders have changed. */
export function onWorkspaceChange(run: () => void): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.workspace.onDidGrantWorkspaceTrust(run),
    vscode.workspace.onDidChangeWorkspaceFolders(run),
  );
}

/** The editor's own name. */
export const editorName = (): string => vscode.env.appName;

export type TerminalVariables = Pick<vscode.EnvironmentVariableCollection, 'replace' | 'clear' | 'persistent'>;
