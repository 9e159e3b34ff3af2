import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { HunkPlace, ReviewedChanges } from '../../agent/ports/changes';
import type { RefusedRestore } from '../../shared/restores';
import { showWarningMessage } from '../plainWindow';
import { idsOf } from './changeText';
import { shownPaths } from './shownPaths';

/** The changes that the user wants written; `isNamed`: the user has named each of their files. */
export interface NamedHunks {
  readonly ids: readonly string[];
  readonly isNamed: boolean;
}

/**
 * Acting on one file names that file. For several files, the user is asked `question` about those that must be named,
 * and may leave these out or cancel.
 */
export async function namedHunks(
  changes: Pick<ReviewedChanges, 'toBeNamed'>,
  places: readonly HunkPlace[],
  question: string,
): Promise<NamedHunks> {
  const files = new Set(places.map(({ file }) => file));
  const toBeNamed = files.size > 1 ? changes.toBeNamed(idsOf(places)) : [];
  if (toBeNamed.length === 0) return { ids: idsOf(places), isNamed: files.size === 1 };
  const why = l10n.t('They control the editor or Pollux, or are outside the workspace.');
  const detail = [why, ...toBeNamed.map(file => vscode.workspace.asRelativePath(file))].join('\n');
  const [all, others] = [l10n.t('Include Them'), l10n.t('Exclude Them')];
  const answer = await showWarningMessage(question, { modal: true, detail }, all, others);
  if (answer === all) return { ids: idsOf(places), isNamed: true };
  const rest = answer === others ? places.filter(({ file }) => !toBeNamed.includes(file)) : [];
  return { ids: idsOf(rest), isNamed: false };
}

export function tellOfRefused(refused: readonly RefusedRestore[]): void {
  for (const { file, ...refusal } of refused) {
    const text =
      refusal.because === 'rule'
        ? l10n.t('{0} was left as is: the policy rule {1} denies changing it.', shownPaths([file]), refusal.rule)
        : l10n.t('{0} was left as is. Review its changes in the file itself.', shownPaths([file]));
    void showWarningMessage(text);
  }
}
