import * as l10n from '@vscode/l10n';
import { showInformationMessage } from '../../vscode/plainWindow';
import { runCommand } from '../../vscode/runCommand';
import { openExtensionManager, type WindowManagerOptions } from './extensionManager';
import { messageOf } from '../../shared/messageOf';

/**
 * Updates the extensions that have automatic updates on, and tells the user. An update that brings more than the user
 * agreed to is only announced.
 */
export async function autoUpdateExtensions(options: Omit<WindowManagerOptions, 'secrets'>): Promise<void> {
  const { extensions, log } = options;
  const { extensions: all } = await extensions.find();
  const updatable = all.filter(({ install }) => install?.autoUpdate);
  if (updatable.length === 0) return;
  const manager = await openExtensionManager(options);
  for (const { name } of updatable) {
    try {
      const { kind, after } = await manager.update(name);
      if (kind === 'updated') {
        extensions.refresh();
        void showInformationMessage(l10n.t('The extension {0} was updated to {1}.', name, after));
      } else if (kind === 'declined') void tellOfMore(name, after);
    } catch (error) {
      const why = messageOf(error);
      log.warn(`The extension ${name} could not be updated: ${why}`);
    }
  }
}

async function tellOfMore(name: string, version: string): Promise<void> {
  const show = l10n.t('Review Update');
  const text = l10n.t('The update of the extension {0} to {1} includes more than you agreed to.', name, version);
  if ((await showInformationMessage(text, show)) === show) await runCommand('pollux.updateExtension', name);
}
