// The values of an extension's settings: secrets, and values in the extension's `.env` file.
import type { InstalledExtension } from './extensions';
import type { ManageOptions } from './manageOptions';
import type { ExtensionSetting } from './manifest';

type Stores = Pick<ManageOptions, 'askSetting' | 'saveSecret' | 'installer'>;

/** Asks for settings and stores the given values; false if none was given. */
export async function askForSettings(
  { name, installedAt }: Pick<InstalledExtension, 'name' | 'installedAt'>,
  settings: readonly ExtensionSetting[],
  { askSetting, saveSecret, installer }: Stores,
): Promise<boolean> {
  let isAnyStored = false;
  for (const setting of settings) {
    const value = await askSetting(setting, name);
    if (value === undefined) continue;
    if (setting.isSensitive) await saveSecret(name, setting.envVar, value);
    else await installer.saveValue(installedAt, setting.envVar, value);
    isAnyStored = true;
  }
  return isAnyStored;
}

export async function forgetSecrets(
  name: string,
  settings: readonly ExtensionSetting[],
  { saveSecret }: Pick<Stores, 'saveSecret'>,
): Promise<void> {
  for (const { envVar, isSensitive } of settings) {
    if (isSensitive) await saveSecret(name, envVar, undefined);
  }
}

/** The settings without a value; in an update, only those that the older version did not have. */
export function unsetOf(
  { settings, env }: InstalledExtension,
  older?: InstalledExtension,
): readonly ExtensionSetting[] {
  const known = new Set(older?.settings.map(({ envVar }) => envVar));
  return settings.filter(({ envVar }) => !known.has(envVar) && !(envVar in env));
}
