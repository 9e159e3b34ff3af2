import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { addressOf, GEMINI_CLI } from '../../shared/callAddress';
import type { Change } from './changeDocuments';
import { columnAwayFromChats } from '../chatColumns';
import { openDiff } from '../plainWindow';
import { showSeveral } from './openAway';
import { columnOf } from './reviewTabs';

/** Shows a change as a native diff, in the tab that already shows it if there is one. */
export function showDiff(change: Change, options: vscode.TextDocumentShowOptions): Thenable<unknown> {
  const name = basename(change.edit.file);
  const isGeminiCli = addressOf(change.callId).sessionId === GEMINI_CLI;
  const title = isGeminiCli ? l10n.t('{0}: Gemini CLI’s change', name) : l10n.t('{0}: Pollux’s change', name);
  const column = columnOf(change);
  const where = {
    preview: true,
    viewColumn: columnAwayFromChats(),
    ...options,
    ...(column !== undefined && { viewColumn: column }),
  };
  return openDiff(change.before, change.after, title, where);
}

/** Shows all files of a call in one editor. */
export async function showDiffs(changes: readonly Change[]): Promise<void> {
  const title = l10n.t('Pollux’s changes in {0} files', changes.length);
  const files = changes.map(({ edit, before, after }) => [vscode.Uri.file(edit.file), before, after] as const);
  await showSeveral(title, files);
}
