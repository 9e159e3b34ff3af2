import * as vscode from 'vscode';

/** Runs a command of the editor or of an extension; resolves with its result. */
export async function runCommand(command: string, ...argument: unknown[]): Promise<unknown> {
  return vscode.commands.executeCommand(command, ...argument);
}
