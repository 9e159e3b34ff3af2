import * as l10n from '@vscode/l10n';
import { readInstallationId, resetInstallationId, turnOffInstallationId } from '../node/telemetry/installationId';
import { copyText } from '../vscode/clipboard';
import { showInformationMessage, showQuickPick } from '../vscode/plainWindow';

/** Shows this installation's id, and lets the user copy, replace or switch it off. */
export async function chooseInstallationId(home: string): Promise<void> {
  const id = readInstallationId(home);
  const copy = { label: l10n.t('Copy'), run: () => copyText(id ?? '') };
  const reset = {
    label: typeof id === 'string' ? l10n.t('Create New ID') : l10n.t('Create ID'),
    run: async () => {
      const made = resetInstallationId(home);
      void showInformationMessage(l10n.t('The installation ID is now {0}.', made));
    },
  };
  const turnOff = {
    label: l10n.t('Use No ID'),
    run: async () => {
      turnOffInstallationId(home);
      void showInformationMessage(l10n.t('The installation ID was deleted, for Gemini CLI as well.'));
    },
  };
  const state = id === null ? l10n.t('Switched off') : (id ?? l10n.t('None yet. It’s created with the first export.'));
  const choices = [...(typeof id === 'string' ? [copy] : []), reset, ...(id === null ? [] : [turnOff])];
  const picked = await showQuickPick(choices, { title: l10n.t('Installation ID'), placeHolder: state });
  await picked?.run();
}
