import * as vscode from 'vscode';

export async function copyText(text: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
}
