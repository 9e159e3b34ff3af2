import * as l10n from '@vscode/l10n';
import { readInstallationId, resetInstallationId, turnOffInstallationId } from '../node/telemetry/installationId';
import { copyText } from '../vscode/clipboard';
import { showInformationMessage, showQuickPick } from '../vscode/plainWindow';

/** Shows the id of this installation, and lets the user copy it, make another one, or go without. */
export async function chooseInstallationId(home: string): Promise<void> {
  const id = readInstallationId(home);
  const copy = { label: l10n.t('Copy It'), run: () => copyText(id ?? '') };
  const reset = {
    label: typeof id === 'string' ? l10n.t('Make Another One') : l10n.t('Make One'),
    run: async () => {
      const made = resetInstallationId(home);
      void showInformationMessage(l10n.t('The installation ID is now {0}.', made));
    },
  };
  const turnOff = {
    label: l10n.t('Go Without'),
    run: async () => {
      turnOffInstallationId(home);
      void showInformationMessage(l10n.t('There is no installation ID any more, for Gemini CLI neither.'));
    },
  };
  const state =
    id === null
      ? l10n.t('Switched off')
      : (id ?? l10n.t('None yet: it is made when something is exported for the first time'));
  const choices = [...(typeof id === 'string' ? [copy] : []), reset, ...(id === null ? [] : [turnOff])];
  const picked = await showQuickPick(choices, { title: l10n.t('Installation ID'), placeHolder: state });
  await picked?.run();
}
