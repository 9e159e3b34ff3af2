import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { LostChange, ReviewedChanges } from '../../agent/ports/changes';
import { uriOf } from '../documents/documents';
import { showSideBySide, showText } from '../review/openAway';
import { showInformationMessage, showWarningMessage } from '../plainWindow';
import type { NamedChanges } from './changeTargets';
import { idsOf } from './changeText';
import { namedHunks, tellOfRefused } from './namedFiles';
import { shownPaths } from './shownPaths';

/** The scheme for files with changes that are no longer in them; the query is a change's id. */
const LOST_SCHEME = 'pollux-lost';

/** The commands on changes that something removed from their files. */
export function createLostCommands(changes: Pick<ReviewedChanges, 'lost' | 'applyAgain' | 'dismiss' | 'toBeNamed'>) {
  const meant = (row?: NamedChanges): readonly LostChange[] => {
    const lost = changes.lost();
    return row?.ids ? lost.filter(({ hunk }) => row.ids.includes(hunk.id)) : lost;
  };
  const nothing = () => void showInformationMessage(l10n.t('No change needs you.'));
  return {
    openLostChange: async (row?: NamedChanges) => {
      const [first] = meant(row);
      if (!first) {
        nothing();
        return;
      }
      const { file, hunk } = first;
      const then = vscode.Uri.file(file).with({ scheme: LOST_SCHEME, query: hunk.id });
      const selection = new vscode.Range(hunk.start, 0, hunk.start, 0);
      if (!existsSync(file)) await showText(then, { selection });
      else {
        const title = l10n.t('{0}: now, and with the lost changes', basename(file));
        await showSideBySide(uriOf(file), then, title);
      }
    },
    applyLostChanges: async (row?: NamedChanges) => {
      const wanted = meant(row);
      if (wanted.length === 0) {
        nothing();
        return;
      }
      const { ids, isNamed } = await namedHunks(changes, wanted, l10n.t('Apply the changes in these files too?'));
      const { left, refused } = await changes.applyAgain(ids, isNamed);
      tellOfRefused(refused);
      if (left.length === 0) return;
      const names = shownPaths(left.map(({ file }) => file));
      const compare = l10n.t('Compare');
      const text = l10n.t('Not applied, because the lines around it are different now: {0}', names);
      const answer = await showWarningMessage(text, compare);
      const [first] = left;
      if (answer === compare && first) {
        await vscode.commands.executeCommand('pollux.openLostChange', { ids: [first.hunk.id] });
      }
    },
    dismissLostChanges: async (row?: NamedChanges) => {
      const ids = idsOf(meant(row));
      if (ids.length === 0) {
        nothing();
        return;
      }
      const dismiss = l10n.t('Dismiss');
      const question = l10n.t('Dismiss {0} changes?', ids.length);
      const detail = l10n.t('They’re not in their files. Once dismissed, they can’t be applied again.');
      const isSure =
        ids.length === 1 || (await showWarningMessage(question, { modal: true, detail }, dismiss)) === dismiss;
      if (isSure) changes.dismiss(ids);
    },
  };
}

/** Provides the texts of files with their lost changes. */
export function provideLostTexts(changes: Pick<ReviewedChanges, 'lost'>): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(LOST_SCHEME, {
    provideTextDocumentContent: ({ query }) => changes.lost().find(({ hunk }) => hunk.id === query)?.text ?? '',
  });
}
