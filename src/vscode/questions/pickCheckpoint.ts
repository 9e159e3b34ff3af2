import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Checkpoint } from '../../agent/ports/checkpoints';
import { showInformationMessage, showQuickPick } from '../plainWindow';

/** Lets the user pick one: this chat's first, newest first, then those of other chats and headless runs. */
export async function pickCheckpoint(
  all: readonly Checkpoint[],
  sessionId: string | undefined,
  title: string,
): Promise<Checkpoint | undefined> {
  if (all.length === 0) {
    void showInformationMessage(l10n.t('There are no checkpoints for this folder.'));
    return undefined;
  }
  const ours = all.filter(checkpoint => checkpoint.sessionId === sessionId);
  const others = all.filter(checkpoint => checkpoint.sessionId !== sessionId);
  const separator = { label: l10n.t('Other chats and headless runs'), kind: vscode.QuickPickItemKind.Separator };
  const items: CheckpointItem[] = [
    ...ours.map(each => checkpointItem(each)).reverse(),
    ...(others.length > 0 ? [separator] : []),
    ...others.map(each => checkpointItem(each)).reverse(),
  ];
  return (await showQuickPick(items, { title, matchOnDescription: true }))?.checkpoint;
}

interface CheckpointItem extends vscode.QuickPickItem {
  readonly checkpoint?: Checkpoint;
}

function checkpointItem(checkpoint: Checkpoint): CheckpointItem {
  const { label, at, changes, unkept } = checkpoint;
  const count = changes.length === 1 ? l10n.t('1 file') : l10n.t('{0} files', changes.length);
  const missing = unkept.map(({ file }) => vscode.workspace.asRelativePath(file)).join(', ');
  const detail = unkept.length > 0 ? { detail: l10n.t('Not recorded: {0}', missing) } : {};
  return { checkpoint, label, description: `${timeOf(at)} · ${count}`, ...detail };
}

/** A time, with its date unless that is today. */
export function timeOf(at: number): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  const date = isToday ? {} : ({ dateStyle: 'short' } as const);
  return new Intl.DateTimeFormat(vscode.env.language, { timeStyle: 'medium', ...date }).format(at);
}
