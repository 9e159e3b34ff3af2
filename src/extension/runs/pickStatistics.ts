import * as l10n from '@vscode/l10n';
import type { StatisticsKind } from '../../sessions/chatStatistics';
import { showQuickPick } from '../../vscode/plainWindow';

/** Asks which statistics to show; undefined: the user cancelled. */
export async function pickStatistics(): Promise<StatisticsKind | undefined> {
  const choices = [
    {
      which: 'session',
      label: l10n.t('Chat'),
      detail: l10n.t('Prompts, time, tokens and cost of the chat as a whole'),
    },
    { which: 'model', label: l10n.t('Models'), detail: l10n.t('Requests, failures, time and tokens of each model') },
    { which: 'tools', label: l10n.t('Tools'), detail: l10n.t('Calls to each tool, and your decisions about them') },
  ] as const satisfies readonly { readonly which: StatisticsKind; readonly label: string; readonly detail: string }[];
  return (await showQuickPick(choices, { title: l10n.t('Statistics of This Chat') }))?.which;
}
