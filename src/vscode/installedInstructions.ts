import { join } from 'node:path';
import * as vscode from 'vscode';

/** A file that an extension of the editor contributes. */
export interface InstalledFile {
  /** The id of the extension. */
  readonly extension: string;
  /** Its folder. */
  readonly folder: string;
  readonly path: string;
}

/** The instructions that installed extensions contribute (`contributes.chatInstructions`). */
export function installedInstructions(
  extensions: readonly Pick<vscode.Extension<unknown>, 'id' | 'extensionUri' | 'packageJSON'>[] = vscode.extensions.all,
): InstalledFile[] {
  return extensions.flatMap(({ id, extensionUri, packageJSON }) => {
    if (extensionUri.scheme !== 'file') return [];
    const folder = extensionUri.fsPath;
    return contributedPaths(packageJSON).map(path => ({ extension: id, folder, path: join(folder, path) }));
  });
}

/** Manifests are written by anybody. */
function contributedPaths(manifest: unknown): string[] {
  const list: unknown = valueOf(valueOf(manifest, 'contributes'), 'chatInstructions');
  const paths = Array.isArray(list) ? list.map(each => valueOf(each, 'path')) : [];
  return paths.filter(each => typeof each === 'string');
}

function valueOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined;
}
