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

/** Opens a workspace file by its shown path; does nothing if it doesn't exist. `line` is 1-based. */
export async function openWorkspaceFile(path: string, line: number | null): Promise<void> {
  for (const uri of candidates(path)) {
    const isThere = await vscode.workspace.fs.stat(uri).then(
      ({ type }) => (type & vscode.FileType.File) !== 0,
      () => false,
    );
    if (!isThere) continue;
    const at = Math.max(0, (line ?? 1) - 1);
    const selection = line === null ? {} : { selection: new vscode.Range(at, 0, at, 0) };
    await vscode.window.showTextDocument(uri, { preview: true, viewColumn: columnAwayFromChats(), ...selection });
    return;
  }
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
