import { join } from 'node:path';
import * as vscode from 'vscode';
import type { InstalledFile } from '../agent/ports/extensions';
import { isJsonObject } from '../shared/jsonObject';

/** The contribution points for agents in an extension's manifest. */
export type InstalledPoint = 'chatInstructions' | 'chatSkills' | 'chatAgents' | 'chatPromptFiles';

/** The files that installed extensions contribute at one point (`contributes.chatSkills`, …). */
export function installedFiles(
  point: InstalledPoint,
  extensions: readonly Pick<vscode.Extension<unknown>, 'id' | 'extensionUri' | 'packageJSON'>[] = vscode.extensions.all,
): InstalledFile[] {
  return extensions.flatMap(({ id, extensionUri, packageJSON }) => {
    if (extensionUri.scheme !== 'file') return [];
    const folder = extensionUri.fsPath;
    return contributedPaths(packageJSON, point).map(path => ({ extension: id, folder, path: join(folder, path) }));
  });
}

/** Manifests come from others and may contain anything. */
function contributedPaths(manifest: unknown, point: InstalledPoint): string[] {
  const list: unknown = valueOf(valueOf(manifest, 'contributes'), point);
  const paths = Array.isArray(list) ? list.map(each => valueOf(each, 'path')) : [];
  return paths.filter(each => typeof each === 'string');
}

function valueOf(value: unknown, key: string): unknown {
  return isJsonObject(value) ? value[key] : undefined;
}
