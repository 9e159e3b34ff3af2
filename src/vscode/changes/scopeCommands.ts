import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ChangeScope, ShownChat } from '../../agent/ports/changeScope';
import type { Choice, HunkPlace } from '../../agent/ports/changes';
import type { Checkpoints } from '../../agent/ports/checkpoints';
import { showSeveral } from '../review/openAway';
import { pickCheckpoint, timeOf } from '../questions/pickCheckpoint';
import { showInformationMessage, showQuickPick, type PlainItem } from '../plainWindow';
import { openGit } from './gitExtension';
import type { ScopedChanges } from './scopedChanges';

/** How many commits of each repository are offered. */
const MOST_COMMITS = 200;
const SHORT = 8;
const MAX_LABEL = 40;

export interface ScopeCommandsOptions {
  readonly scoped: ScopedChanges;
  readonly checkpoints: Pick<Checkpoints, 'all'>;
  readonly chat: () => ShownChat | undefined;
  readonly decide: (places: readonly HunkPlace[], choice: Choice) => Promise<void>;
  readonly openAll: (places: readonly HunkPlace[]) => Promise<void>;
  /** Shows the view. */
  readonly reveal: () => PromiseLike<unknown>;
}

/** The commands that choose what the Changes view shows, and those on all of it. */
export function createScopeCommands({ scoped, checkpoints, chat, decide, openAll, reveal }: ScopeCommandsOptions) {
  const show = async (scope: ChangeScope | undefined) => {
    if (!scope) return;
    scoped.show(scope);
    await reveal();
  };
  const pick = {
    all: async () => ({ kind: 'all' }) as const,
    turn: async () => ({ kind: 'turn' }) as const,
    chat: async () => ({ kind: 'chat' }) as const,
    commit: pickCommit,
    checkpoint: async () => {
      const title = l10n.t('Compare the current file with its state before this change');
      const picked = await pickCheckpoint(await checkpoints.all(), chat()?.sessionId, title);
      if (!picked) return undefined;
      const { sessionId, id, label, at } = picked;
      return { kind: 'checkpoint', sessionId, id, label: `${cut(label)} (${timeOf(at)})` } as const;
    },
  };
  return {
    chooseChanges: async () => {
      const current = scoped.scope.kind;
      const item = (kind: ChangeScope['kind'], label: string, detail: string) => {
        return {
          kind: vscode.QuickPickItemKind.Default,
          label,
          detail,
          scope: kind,
          ...(kind === current && { description: l10n.t('shown now') }),
        };
      };
      const picked = await showQuickPick(
        [
          item(
            'all',
            l10n.t('Everything under review'),
            l10n.t('Changes from all chats that you haven’t kept or undone'),
          ),
          item('turn', l10n.t('This turn'), l10n.t('Changes from your last prompt in this chat')),
          item('chat', l10n.t('This chat'), l10n.t('Changes under review in the open chat')),
          item('commit', l10n.t('Since a commit…'), l10n.t('All changes since then, including your own')),
          item('checkpoint', l10n.t('Since a checkpoint…'), l10n.t('Files that Pollux has changed since then')),
        ],
        { title: l10n.t('Changes to show') },
      );
      if (picked) await show(await pick[picked.scope]());
    },
    showAllChanges: async () => show(await pick.all()),
    showTurnChanges: async () => show(await pick.turn()),
    showChatChanges: async () => show(await pick.chat()),
    showChangesSinceCommit: async () => show(await pick.commit()),
    showChangesSinceCheckpoint: async () => show(await pick.checkpoint()),
    keepShownChanges: async () => decide(await scoped.places(), 'keep'),
    undoShownChanges: async () => decide(await scoped.places(), 'undo'),
    openShownChanges: async () => {
      const pairs = await scoped.pairs();
      if (!pairs) await openAll(await scoped.places());
      else if (pairs.length === 0) void showInformationMessage(l10n.t('There are no differences.'));
      else await showSeveral(l10n.t('Changes {0}', scoped.description), pairs);
    },
  };
}

interface CommitItem extends PlainItem {
  readonly scope?: ChangeScope;
}

/** Lets the user pick a commit of the open repositories; the newest come first. */
async function pickCommit(): Promise<ChangeScope | undefined> {
  const repositories = (await openGit())?.repositories ?? [];
  const logs = await Promise.all(
    repositories.map(async repository => {
      const commits = await repository.log({ maxEntries: MOST_COMMITS }).catch(() => []); // nothing is committed yet
      return { root: repository.rootUri.fsPath, commits };
    }),
  );
  const items = logs.flatMap(({ root, commits }): CommitItem[] => [
    ...(logs.length > 1 ? [{ label: basename(root), kind: vscode.QuickPickItemKind.Separator }] : []),
    ...commits.map(({ hash, message, commitDate }) => {
      const title = message.split('\n')[0] ?? '';
      const short = hash.slice(0, SHORT);
      const description = [short, commitDate && timeOf(commitDate.getTime())].filter(Boolean).join(' · ');
      const label = `${cut(title)} (${short})`;
      return {
        label: title || short,
        icon: 'git-commit',
        description,
        scope: { kind: 'commit', root, commit: hash, label } as const,
      };
    }),
  ]);
  if (items.length === 0) {
    void showInformationMessage(l10n.t('There are no commits in this folder.'));
    return undefined;
  }
  return (
    await showQuickPick(items, { title: l10n.t('Show what has changed since this commit'), matchOnDescription: true })
  )?.scope;
}

function cut(text: string): string {
  return text.length > MAX_LABEL ? `${text.slice(0, MAX_LABEL)}…` : text;
}
