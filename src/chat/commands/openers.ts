import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { columnAwayFromChats } from '../../vscode/chatColumns';
import { openAddress } from '../../vscode/openAddress';
import { showInformationMessage } from '../../vscode/plainWindow';

const OPENABLE = new Set(['http:', 'https:', 'mailto:']);

/** Opens a web address after the user has seen all of it and confirmed; ignores other addresses. */
export async function openLinkAfterAsking(address: string): Promise<void> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !OPENABLE.has(url.protocol)) return;
  const open = l10n.t('Open');
  const copy = l10n.t('Copy');
  const options = { modal: true, detail: url.href };
  const answer = await showInformationMessage(l10n.t('Open this address?'), options, open, copy);
  if (answer === open) await openAddress(url.href);
  if (answer === copy) await vscode.env.clipboard.writeText(url.href);
}

/**
 * Opens a workspace file by its shown path, or by the end of its path, as in `cart.js` for `src/cart.js`. If several files
 * end like that, the user chooses; a folder is shown in the Explorer. `line` is 1-based.
 */
export async function openWorkspaceFile(path: string, line: number | null): Promise<void> {
  for (const uri of candidates(path)) {
    const type = await vscode.workspace.fs.stat(uri).then(
      stat => stat.type,
      () => vscode.FileType.Unknown,
    );
    if (type & vscode.FileType.File) return openAt(uri, line);
    if (type & vscode.FileType.Directory) return void (await vscode.commands.executeCommand('revealInExplorer', uri));
  }
  const [only, ...others] = await filesEndingIn(path);
  if (!only) void showInformationMessage(l10n.t('There is no file {0} in this workspace.', path));
  else if (others.length === 0) await openAt(only, line);
  else await vscode.commands.executeCommand('workbench.action.quickOpen', line === null ? path : `${path}:${line}`);
}

async function openAt(uri: vscode.Uri, line: number | null): Promise<void> {
  const at = Math.max(0, (line ?? 1) - 1);
  const selection = line === null ? {} : { selection: new vscode.Range(at, 0, at, 0) };
  // Unlike `showTextDocument`, this opens files that aren't text as well.
  await vscode.commands.executeCommand('vscode.open', uri, {
    preview: true,
    viewColumn: columnAwayFromChats(),
    ...selection,
  });
}

/** Two at most: with a third one, nothing would change. None for a path that a search would read as more than a path. */
async function filesEndingIn(path: string): Promise<vscode.Uri[]> {
  if (!/^[\w.+-][\w.@+/ -]*$/.test(path)) return [];
  return vscode.workspace.findFiles(`**/${path}`, '**/node_modules/**', 2);
}

function candidates(path: string): vscode.Uri[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const isBelow = (uri: vscode.Uri) => vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  const relative = folders.map(({ uri }) => vscode.Uri.joinPath(uri, path));
  const named = folders.flatMap(({ name, uri }) =>
    path.startsWith(`${name}/`) ? [vscode.Uri.joinPath(uri, path.slice(name.length + 1))] : [],
  );
  const absolute = /^([a-zA-Z]:)?[\\/]/.test(path) ? [vscode.Uri.file(path)] : [];
  return [...absolute, ...named, ...relative].filter(isBelow);
}
