import * as vscode from 'vscode';
import type { FileText, Workspace } from '../../agent/ports/workspace';
import type { Exceptions } from '../../node/files/containment';
import { createDiskWorkspace, type DiskWorkspaceOptions } from '../../node/files/diskWorkspace';
import { editorRipgrepPaths } from '../../node/search/ripgrepPaths';
import { openDocument, unsavedDocuments, uriOf } from './documents';

type Options = Exceptions & Pick<DiskWorkspaceOptions, 'ignoring' | 'onRipgrepFallback'>;

export interface VscodeWorkspace extends Workspace {
  /** Stops following changes of the folders. */
  dispose(): void;
}

/**
 * The current folders of the window, or the given ones. Reads and searches see unsaved editors, and use the encodings
 * that the user has set. Folders that are not on a disk of this machine are left out.
 */
export function createVscodeWorkspace(folders = windowFolders, options: Options = {}): VscodeWorkspace {
  let disk = openFolders(folders(), options);
  const subscription = vscode.workspace.onDidChangeWorkspaceFolders(() => {
    disk = openFolders(folders(), options);
  });
  return {
    folders: () => disk.folders(),
    resolve: path => disk.resolve(path),
    memoryFile: scope => disk.memoryFile(scope),
    stat: path => disk.stat(path),
    readText: path => disk.readText(path),
    readLines: (path, range, signal) => disk.readLines(path, range, signal),
    readBytes: (path, limit) => disk.readBytes(path, limit),
    list: path => disk.list(path),
    ignored: (base, paths, which) => disk.ignored(base, paths, which),
    ignoredBy: (path, which) => disk.ignoredBy(path, which),
    find: (request, signal) => disk.find(request, signal),
    async search(request, signal) {
      const onDisk = await disk.search(request, signal);
      const unsaved = [...unsavedDocuments()].map(([file, document]) => [file, document.getText()] as const);
      if (unsaved.length === 0) return onDisk;
      const { searchUnsaved } = await import('./unsavedSearch');
      return searchUnsaved(onDisk, request, new Map(unsaved), disk);
    },
    dispose: () => {
      subscription.dispose();
    },
  };
}

type Folder = Pick<vscode.WorkspaceFolder, 'name' | 'uri'>;

function windowFolders(): readonly Folder[] {
  return vscode.workspace.workspaceFolders ?? [];
}

function openFolders(folders: readonly Folder[], options: Options): Workspace {
  const onDisk = folders.filter(({ uri }) => uri.scheme === 'file');
  return createDiskWorkspace({
    folders: onDisk.map(({ name, uri }) => ({ name, path: uri.fsPath })),
    ...options,
    ripgrep: editorRipgrepPaths(vscode.env.appRoot),
    mayUseGit: () => vscode.workspace.isTrusted,
    openText,
    decode,
  });
}

function openText(file: string): FileText | undefined {
  const document = unsavedDocuments().get(file);
  return document && { text: document.getText(), encoding: document.encoding, isUnsaved: true };
}

async function decode(bytes: Uint8Array, file: string): Promise<string> {
  const document = openDocument(file);
  return document
    ? vscode.workspace.decode(bytes, { encoding: document.encoding })
    : vscode.workspace.decode(bytes, { uri: uriOf(file) });
}
