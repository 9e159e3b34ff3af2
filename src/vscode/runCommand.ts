import * as vscode from 'vscode';

/** Runs a command of the editor or of an extension. */
export async function runCommand(command: string, ...argument: unknown[]): Promise<void> {
  await vscode.commands.executeCommand(command, ...argument);
}
