import * as vscode from 'vscode';

/** In-memory files, one per address. The editor can't create, rename or delete any. */
export class ProposalFileSystem implements vscode.FileSystemProvider {
  readonly #files = new Map<string, { bytes: Uint8Array; stat: vscode.FileStat }>();
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;

  /** Adds a file. */
  put(uri: vscode.Uri, bytes: Uint8Array, isReadonly: boolean): void {
    this.#set(uri, bytes, isReadonly);
  }

  /** Removes a file; its tabs should be closed before. */
  remove(uri: vscode.Uri): void {
    this.#files.delete(uri.toString());
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    return this.#get(uri).stat;
  }

  readFile(uri: vscode.Uri): Uint8Array {
    return this.#get(uri).bytes;
  }

  writeFile(uri: vscode.Uri, bytes: Uint8Array): void {
    if (this.#get(uri).stat.permissions) throw vscode.FileSystemError.NoPermissions(uri);
    this.#set(uri, bytes, false);
    this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  watch(): vscode.Disposable {
    // All changes are announced anyway.
    return new vscode.Disposable(() => undefined);
  }

  readDirectory(uri: vscode.Uri): [string, vscode.FileType][] {
    throw vscode.FileSystemError.FileNotFound(uri);
  }

  createDirectory(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  dispose(): void {
    this.#files.clear();
    this.#changed.dispose();
  }

  #get(uri: vscode.Uri): { bytes: Uint8Array; stat: vscode.FileStat } {
    const file = this.#files.get(uri.toString());
    if (!file) throw vscode.FileSystemError.FileNotFound(uri);
    return file;
  }

  #set(uri: vscode.Uri, bytes: Uint8Array, isReadonly: boolean): void {
    const old = this.#files.get(uri.toString());
    const stat: vscode.FileStat = {
      type: vscode.FileType.File,
      ctime: old?.stat.ctime ?? Date.now(),
      // Always later: for the same time, the editor assumes the same content.
      mtime: Math.max(Date.now(), (old?.stat.mtime ?? 0) + 1),
      size: bytes.length,
      ...(isReadonly ? { permissions: vscode.FilePermission.Readonly } : {}),
    };
    this.#files.set(uri.toString(), { bytes, stat });
  }
}
