import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Checkpoint, Checkpoints, RestoreStep } from '../agent/ports/checkpoints';
import type { Workspace } from '../agent/ports/workspace';
import { originOf } from '../sessions/checkpointing';
import { rewindChat, type RewindContext } from './rewind';

export interface RestoreContext extends RewindContext {
  readonly checkpoints: Checkpoints;
  readonly workspace: Pick<Workspace, 'folders'>;
}

/** Taking back what the agent changed: files, the conversation, or both. */
export function createRestoreCommands(context: RestoreContext) {
  return { restoreCheckpoint: () => restoreCheckpoint(context) };
}

async function restoreCheckpoint(context: RestoreContext): Promise<void> {
  const { chat, checkpoints } = context;
  const { sessionId } = chat.session.state;
  const checkpoint = await pickCheckpoint(await checkpoints.list(sessionId));
  if (!checkpoint) return;
  const steps = await checkpoints.preview(sessionId, checkpoint.id);
  const files = steps.length > 0 ? await pickFiles(context, checkpoint, steps) : [];
  if (!files) return;
  const mayRewind = chat.session.state.messages.some(({ id }) => id === checkpoint.messageId);
  const isWanted = mayRewind ? await askForConversation(files.length) : false;
  if (isWanted === undefined || chat.session.state.isRunning) return;
  if (files.length > 0) await restoreFiles(context, checkpoint, files);
  if (isWanted) rewindChat(context, checkpoint.messageId);
}

async function pickCheckpoint(all: readonly Checkpoint[]): Promise<Checkpoint | undefined> {
  if (all.length === 0) {
    void vscode.window.showInformationMessage(l10n.t('Pollux has changed no file in this chat.'));
    return undefined;
  }
  const format = new Intl.DateTimeFormat(vscode.env.language, { timeStyle: 'medium' });
  const items = all
    .map(checkpoint => {
      const { label, at, changes, unkept } = checkpoint;
      const count = changes.length === 1 ? l10n.t('1 file') : l10n.t('{0} files', changes.length);
      const missing = unkept.map(({ file }) => vscode.workspace.asRelativePath(file)).join(', ');
      const detail = unkept.length > 0 ? { detail: l10n.t('Too large to be kept: {0}', missing) } : {};
      return { checkpoint, label, description: `${format.format(at)} · ${count}`, ...detail };
    })
    .reverse();
  const title = l10n.t('Restore what was there before this change');
  return (await vscode.window.showQuickPick(items, { title, matchOnDescription: true }))?.checkpoint;
}

/** The files that are ticked; undefined if the person went away. What somebody else has changed since is not ticked. */
async function pickFiles(
  { workspace }: RestoreContext,
  checkpoint: Checkpoint,
  steps: readonly RestoreStep[],
): Promise<readonly string[] | undefined> {
  const unsaved = new Set(vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty).map(({ uri }) => uri.fsPath));
  const hasSeveral = workspace.folders().length > 1;
  const items = steps.map(({ file, action, isTouched }) => {
    const isUnsaved = unsaved.has(file);
    const remark = isUnsaved
      ? l10n.t('has unsaved changes')
      : isTouched
        ? l10n.t('changed since, not by Pollux')
        : undefined;
    return {
      file,
      label: vscode.workspace.asRelativePath(file, hasSeveral),
      description: [actionText(action), remark].filter(Boolean).join(' · '),
      picked: remark === undefined,
    };
  });
  const picked = await vscode.window.showQuickPick(items, {
    title: l10n.t('Files to restore as they were before “{0}”', checkpoint.label),
    canPickMany: true,
  });
  return picked?.map(({ file }) => file);
}

function actionText(action: RestoreStep['action']): string {
  const texts = {
    change: l10n.t('will be changed back'),
    create: l10n.t('will be created again'),
    delete: l10n.t('will be deleted'),
  };
  return texts[action];
}

/** Whether the conversation goes back too; undefined if the person went away. */
async function askForConversation(files: number): Promise<boolean | undefined> {
  const both = files > 0 ? l10n.t('Files and conversation') : l10n.t('Conversation only');
  const items = [
    ...(files > 0 ? [{ label: l10n.t('Files only'), isWanted: false }] : []),
    { label: both, detail: l10n.t('Goes back to before the prompt that led to this change'), isWanted: true },
  ];
  return (await vscode.window.showQuickPick(items, { title: l10n.t('What to restore') }))?.isWanted;
}

async function restoreFiles(
  { chat, checkpoints }: RestoreContext,
  checkpoint: Checkpoint,
  files: readonly string[],
): Promise<void> {
  const origin = originOf(chat.session.state, l10n.t('Restored to before “{0}”', checkpoint.label));
  const failed = await checkpoints.restore(origin, checkpoint.id, files);
  if (failed.length === 0) {
    const text = files.length === 1 ? l10n.t('1 file was restored.') : l10n.t('{0} files were restored.', files.length);
    void vscode.window.showInformationMessage(text);
    return;
  }
  const names = failed.map(file => vscode.workspace.asRelativePath(file)).join(', ');
  void vscode.window.showErrorMessage(l10n.t('Not restored: {0}. The log says why.', names));
}

/** Says once that what Pollux changes from now on can't be taken back. */
export function tellOfMissingCheckpoints(error: unknown): void {
  const reason = error instanceof Error ? error.message : '';
  void vscode.window.showWarningMessage(
    l10n.t('Checkpoints can’t be kept, so changes of files can’t be taken back: {0}', reason),
  );
}
