import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { shownPaths } from '../../vscode/changes/shownPaths';
import { originOf, type Checkpoint, type Checkpoints, type RestoreStep } from '../../agent/ports/checkpoints';
import type { Workspace } from '../../agent/ports/workspace';
import { restoreFiles, type RestoringFiles } from '../../sessions/restoreFiles';
import type { RefusedRestore, RestorePolicy } from '../../shared/restores';
import { storageReason } from '../../shared/storageReason';
import type { Chat } from '../chat';
import type { ChatRegistry } from '../chatRegistry';
import { rewindChat, type RewindContext } from '../prompts/rewind';
import { pickCheckpoint } from '../../vscode/questions/pickCheckpoint';
import { showErrorMessage, showInformationMessage, showQuickPick, showWarningMessage } from '../../vscode/plainWindow';

export interface RestoreContext {
  readonly chats: ChatRegistry;
  readonly send: RewindContext['send'];
  readonly checkpoints: Checkpoints;
  readonly restores: RestorePolicy;
  readonly workspace: Pick<Workspace, 'folders'>;
}

/** Undoing the agent's changes: files, the conversation, or both. */
export function createRestoreCommands(context: RestoreContext) {
  return { restoreCheckpoint: () => restoreCheckpoint(context) };
}

/** Resolves with a description of the result; undefined: nothing was done. */
async function restoreCheckpoint(context: RestoreContext): Promise<string | undefined> {
  const { checkpoints, send } = context;
  const chat = context.chats.active;
  const { sessionId } = chat.session.state;
  const checkpoint = await pickCheckpoint(
    await checkpoints.all(),
    sessionId,
    l10n.t('Restore what was there before this change'),
  );
  if (!checkpoint) return undefined;
  const steps = await checkpoints.preview(checkpoint.sessionId, checkpoint.id);
  const isOurs = checkpoint.sessionId === sessionId;
  if (steps.length === 0 && !isOurs) {
    const said = l10n.t('Every file is as it was before this change.');
    void showInformationMessage(said);
    return said;
  }
  const files = steps.length > 0 ? await pickFiles(context, checkpoint, steps) : [];
  if (!files) return undefined;
  const mayRewind = isOurs && chat.session.state.messages.some(({ id }) => id === checkpoint.messageId);
  const isWanted = mayRewind ? await askForConversation(files.length) : false;
  if (isWanted === undefined || chat.session.state.isRunning) return undefined;
  // The user has seen and confirmed each file.
  const restored = files.length > 0 ? await restoreAndTell(context, chat, checkpoint, files, true) : undefined;
  if (!isWanted) return restored;
  rewindChat({ chat, send }, checkpoint.messageId);
  const rewound = l10n.t('The conversation went back to before the prompt that led to this change.');
  return [restored, rewound].filter(each => each !== undefined).join(' ');
}

/**
 * Lets the user choose files; undefined: cancelled. Files that others have changed since, and files that the user
 * must name explicitly, are not preselected.
 */
async function pickFiles(
  { workspace, restores }: RestoreContext,
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
        : restores.needsNaming(file)
          ? l10n.t('needs your explicit choice')
          : undefined;
    return {
      file,
      isLeft: action === 'leave',
      label: vscode.workspace.asRelativePath(file, hasSeveral),
      description: [actionText(action), remark].filter(Boolean).join(' · '),
      picked: remark === undefined && action !== 'leave',
    };
  });
  const picked = await showQuickPick(items, {
    title: l10n.t('Files to restore as they were before “{0}”', checkpoint.label),
    canPickMany: true,
  });
  return picked?.filter(({ isLeft }) => !isLeft).map(({ file }) => file);
}

export function actionText(action: RestoreStep['action']): string {
  const texts = {
    change: l10n.t('will be changed back'),
    create: l10n.t('will be created again'),
    delete: l10n.t('will be deleted'),
    leave: l10n.t('can’t be restored'),
  };
  return texts[action];
}

/** Whether the conversation is restored too; undefined: cancelled. */
async function askForConversation(files: number): Promise<boolean | undefined> {
  const both = files > 0 ? l10n.t('Files and conversation') : l10n.t('Conversation only');
  const items = [
    ...(files > 0 ? [{ label: l10n.t('Files only'), isWanted: false }] : []),
    { label: both, detail: l10n.t('Goes back to before the prompt that led to this change'), isWanted: true },
  ];
  return (await showQuickPick(items, { title: l10n.t('What to restore') }))?.isWanted;
}

/**
 * Restores files as they were before a change, and tells the user the result; resolves with the same text. `isNamed`:
 * the user has chosen each file.
 */
export async function restoreAndTell(
  restoring: RestoringFiles,
  chat: Chat,
  checkpoint: Checkpoint,
  files: readonly string[],
  isNamed: boolean,
): Promise<string> {
  const { state } = chat.session;
  const label = l10n.t('Restored to before “{0}”', checkpoint.label);
  // A restore for another chat belongs to no prompt of this one.
  const isOurs = checkpoint.sessionId === state.sessionId;
  const origin = isOurs ? originOf(state, label) : { sessionId: checkpoint.sessionId, messageId: '', label };
  const { failed, refused } = await restoreFiles(restoring, origin, checkpoint.id, files, isNamed);
  const refusals = refused.map(refusalText).join(' ');
  if (refusals !== '') void showWarningMessage(refusals);
  const names = shownPaths(failed);
  const failure = names === '' ? '' : l10n.t('Not restored: {0}. The log says why.', names);
  if (failure !== '') void showErrorMessage(failure);
  const restored = files.length - failed.length - refused.length;
  const done =
    restored === 1 ? l10n.t('1 file was restored.') : restored > 0 ? l10n.t('{0} files were restored.', restored) : '';
  if (failure === '' && done !== '') void showInformationMessage(done);
  return [done, refusals, failure].filter(each => each !== '').join(' ');
}

function refusalText(refused: RefusedRestore): string {
  const name = vscode.workspace.asRelativePath(refused.file);
  return refused.because === 'rule'
    ? l10n.t('{0} wasn’t restored: the policy rule {1} denies changing it.', name, refused.rule)
    : l10n.t('{0} wasn’t restored: select it in “Restore a Checkpoint” to restore it.', name);
}

/** Tells the user once that later changes by Pollux can't be undone. */
export function tellOfMissingCheckpoints(error: unknown): void {
  void showWarningMessage(
    l10n.t('Checkpoints can’t be saved, so file changes can’t be restored: {0}', storageReason(error)),
  );
}
