import { join } from 'node:path';
import * as vscode from 'vscode';
import { inheritChats } from './inheritedChats';
import { workspaceStorage } from './workspaceStorage';

/** The directory for the data of this window: of its workspace, or of all windows without one. */
export function windowStorage({ storageUri, globalStorageUri }: vscode.ExtensionContext): string {
  if (!storageUri) return globalStorageUri.fsPath;
  const storage = workspaceStorage(storageUri.fsPath);
  const [first] = vscode.workspace.workspaceFolders ?? [];
  try {
    const known = join(globalStorageUri.fsPath, 'folders');
    const isAlone = vscode.workspace.workspaceFile === undefined;
    if (first) inheritChats({ storage, known, folder: first.uri.toString(), isAlone });
  } catch {
    // The chats are still there in the folder's own window.
  }
  return storage;
}
