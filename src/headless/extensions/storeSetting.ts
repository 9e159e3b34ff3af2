import { homedir } from 'node:os';
import type { Configuration } from '../../config/configuration';
import type { InstalledExtension } from '../../context/extensions/extensions';
import type { ExtensionSetting } from '../../context/extensions/manifest';
import { createExtensionInstaller } from '../../node/extensions/extensionInstaller';
import { createExtensionSecrets } from '../../node/extensions/extensionSecrets';

/** Stores a value for settings of an extension: a secret in the sealed file, anything else in its `.env`. */
export async function store(
  { environment: { home = homedir() } }: Configuration,
  { name, installedAt }: InstalledExtension,
  settings: readonly ExtensionSetting[],
  value: string,
): Promise<void> {
  const secrets = createExtensionSecrets(home);
  const installer = createExtensionInstaller(home, () => process.cwd());
  for (const { envVar, isSensitive } of settings) {
    if (isSensitive) await secrets.set(name, envVar, value);
    else await installer.saveValue(installedAt, envVar, value);
  }
}
