import { homedir } from 'node:os';
import * as l10n from '@vscode/l10n';
import type { Egress } from '../../agent/ports/egress';
import type { Log } from '../../agent/ports/log';
import type { NoteWindowFact } from '../../agent/ports/telemetry';
import type { Configuration } from '../../config/configuration';
import { extensionSettingsOf } from '../../config/settingsByPurpose';
import type { ExtensionManager } from '../../context/extensions/manageExtensions';
import type { ConsentQuestion } from '../../context/extensions/manageOptions';
import { createAgreed } from '../../node/extensions/agreedExtensions';
import { createExtensionInstaller } from '../../node/extensions/extensionInstaller';
import { createExtensionSecrets } from '../../node/extensions/extensionSecrets';
import { publicGithub } from '../../node/extensions/extensionSources';
import { askForExtensionConsent } from '../../vscode/questions/extensionConsent';
import { showInputBox } from '../../vscode/plainWindow';
import { secretKey, type WindowExtensions } from './windowExtensions';

export interface WindowManagerOptions {
  readonly home: string;
  /** The workspace folders. */
  readonly folders: () => readonly string[];
  readonly configuration: Configuration;
  readonly egress: Egress;
  readonly extensions: WindowExtensions;
  /** Absent: the user can't be asked anything, so updates that bring more than was agreed to are declined. */
  readonly secrets?: { store(key: string, value: string): Thenable<void>; delete(key: string): Thenable<void> };
  readonly note?: NoteWindowFact;
  readonly log: Log;
}

/** Opens the manager of a window's extensions. */
export async function openExtensionManager({
  home,
  folders,
  configuration,
  egress,
  extensions,
  secrets,
  note,
  log,
}: WindowManagerOptions): Promise<ExtensionManager> {
  const { ExtensionManager: Manager, broughtText } = await import('../../context/extensions/lazy');
  const sealed = createExtensionSecrets(home);
  return new Manager({
    reading: extensions.reading,
    installer: createExtensionInstaller({
      home,
      cwd: () => folders()[0] ?? homedir(),
      network: { egress, github: publicGithub(process.env) },
    }),
    kept: createAgreed(home, log),
    sources: () => extensionSettingsOf(configuration.settings),
    consent: async question =>
      secrets !== undefined &&
      askForExtensionConsent({ ...consentTexts(question), lines: question.added.map(broughtText) }),
    onChange: (change, isDone) => note?.({ type: 'extension', change, isDone }),
    askSetting: async ({ name, description, isSensitive }, extension) => {
      if (!secrets) return undefined;
      const title = l10n.t('{0}: {1}', extension, name);
      return (
        (await showInputBox({ title, prompt: description, password: isSensitive, ignoreFocusOut: true })) || undefined
      );
    },
    async saveSecret(extension, envVar, value) {
      if (value !== undefined) return secrets?.store(secretKey(extension, envVar), value);
      await secrets?.delete(secretKey(extension, envVar));
      if ((await sealed.get(extension, envVar)) !== undefined) await sealed.set(extension, envVar, undefined);
    },
  });
}

function consentTexts({ why, name, version, source }: ConsentQuestion): {
  readonly title: string;
  readonly agree: string;
} {
  switch (why) {
    case 'install':
      return {
        title: l10n.t('Install the extension {0} ({1}) from {2}?', name, version, source),
        agree: l10n.t('Install'),
      };
    case 'link':
      return {
        title: l10n.t(
          'Link the extension {0} ({1}) to {2}? Changes there take effect immediately.',
          name,
          version,
          source,
        ),
        agree: l10n.t('Link'),
      };
    case 'update':
      return {
        title: l10n.t('Update the extension {0} to {1}? It includes more than you agreed to.', name, version),
        agree: l10n.t('Update'),
      };
    case 'grown':
      return {
        title: l10n.t('Enable the extension {0} ({1})? It includes more than you agreed to.', name, version),
        agree: l10n.t('Enable'),
      };
    default:
      return why satisfies never;
  }
}
