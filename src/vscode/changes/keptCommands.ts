import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { showInformationMessage, showWarningMessage, withProgress } from '../plainWindow';
import { isSameRepository, openGit, repositoryOf, type Git, type Repository } from './gitExtension';
import { shownPaths } from './shownPaths';
import { stageKept, type KeptFiles, type StageText } from './stageKept';
import { messageOf } from '../../shared/messageOf';

/** Writes a commit message for changes; rejects with an error to show to the user. */
export type WriteMessage = (
  files: readonly string[],
  earlier: readonly string[],
  signal: AbortSignal,
) => Promise<string>;

export interface KeptCommandsOptions {
  readonly kept: KeptFiles;
  /** Re-reads the files with kept changes, to account for later edits by the user. */
  readonly refresh: () => Promise<void>;
  readonly stageText: StageText;
  readonly write: WriteMessage;
}

/** The commands on kept changes. Nothing is ever committed. */
export function createKeptCommands({ kept, refresh, stageText, write }: KeptCommandsOptions) {
  const nothing = () => void showInformationMessage(l10n.t('There are no kept changes to commit.'));
  return {
    stageKeptChanges: async () => {
      await refresh();
      if (kept.files().length === 0) {
        nothing();
        return;
      }
      const { staged, left, failed, outside } = await stageKept(kept, stageText);
      if (failed[0]) {
        const file = shownPaths([failed[0].file]);
        void showWarningMessage(l10n.t('{0} couldn’t be staged: {1}', file, failed[0].reason));
      }
      if (left.length > 0)
        void showWarningMessage(
          l10n.t('Not staged, because the same lines contain unstaged edits of yours: {0}', shownPaths(left)),
        );
      if (outside > 0) void showWarningMessage(outsideText(outside));
      if (staged > 0)
        void showInformationMessage(
          staged === 1 ? l10n.t('1 kept change is staged.') : l10n.t('{0} kept changes are staged.', staged),
        );
    },
    /** For the repository whose title bar was clicked, or else for the one with the latest kept change. */
    writeCommitMessage: async (control?: unknown) => {
      await refresh();
      const git = await openGit();
      const repository = git && repositoryMeant(git, kept, control);
      const files = git && repository ? filesIn(git, repository, kept) : [];
      if (!repository || files.length === 0) {
        nothing();
        return;
      }
      if (!(await mayReplace(repository))) return;
      const title = l10n.t('Writing a commit message…');
      await withProgress(
        { location: vscode.ProgressLocation.Notification, title, cancellable: true },
        async (_, token) => {
          const abort = new AbortController();
          token.onCancellationRequested(() => abort.abort());
          try {
            const message = await write(files, await earlierIn(repository), abort.signal);
            if (!abort.signal.aborted) repository.inputBox.value = message;
          } catch (error) {
            if (abort.signal.aborted) return;
            void showWarningMessage(messageOf(error));
          }
        },
      );
    },
  };
}

/** Asks before replacing a message that the user wrote. */
async function mayReplace({ inputBox }: Repository): Promise<boolean> {
  if (inputBox.value.trim() === '') return true;
  const replace = l10n.t('Replace');
  return (await showWarningMessage(l10n.t('Replace the existing commit message?'), replace)) === replace;
}

function outsideText(count: number): string {
  return count === 1
    ? l10n.t('1 file isn’t in an open repository.')
    : l10n.t('{0} files aren’t in an open repository.', count);
}

/** The first lines of the latest commit messages; empty if there are none. */
async function earlierIn(repository: Repository): Promise<string[]> {
  try {
    return (await repository.log({ maxEntries: 5 })).map(({ message }) => message.split('\n')[0] ?? '').filter(Boolean);
  } catch {
    return []; // nothing is committed yet
  }
}

/** The repository whose title bar was clicked, or else that of the latest kept change. */
function repositoryMeant(git: Git, kept: KeptFiles, control: unknown): Repository | undefined {
  const root = rootOf(control);
  if (root) return git.repositories.find(each => isSameRepository(each, { rootUri: root }));
  return kept
    .files()
    .map(file => repositoryOf(git, file))
    .findLast(each => each !== undefined);
}

function filesIn(git: Git, repository: Repository, kept: KeptFiles): readonly string[] {
  return kept.files().filter(file => {
    const own = repositoryOf(git, file);
    return own !== undefined && isSameRepository(own, repository);
  });
}

function rootOf(control: unknown): vscode.Uri | undefined {
  const root = typeof control === 'object' && control !== null && 'rootUri' in control ? control.rootUri : undefined;
  return root instanceof vscode.Uri ? root : undefined;
}
