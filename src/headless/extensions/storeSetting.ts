import { homedir } from 'node:os';
import type { Configuration } from '../../config/configuration';
import type { InstalledExtension } from '../../context/extensions/extensions';
import type { ExtensionSetting } from '../../context/extensions/manifest';
import { createExtensionSecrets } from '../../node/extensions/extensionSecrets';
import { createHeadlessInstaller } from './installer';

/** Stores a value for settings of an extension: secrets in the encrypted file, other values in its `.env` file. */
export async function store(
  configuration: Configuration,
  { name, installedAt }: InstalledExtension,
  settings: readonly ExtensionSetting[],
  value: string,
): Promise<void> {
  const { home = homedir() } = configuration.environment;
  const secrets = createExtensionSecrets(home);
  const installer = createHeadlessInstaller(configuration);
  for (const { envVar, isSensitive } of settings) {
    if (isSensitive) await secrets.set(name, envVar, value);
    else await installer.saveValue(installedAt, envVar, value);
  }
}
