import { access } from 'node:fs/promises';
import { homedir } from 'node:os';
import { sep } from 'node:path';
import type { Configuration } from '../config/configuration';
import { extensionSettingsOf } from '../config/geminiSettings';
import type { HookDefinitions } from '../config/hookDefinitions';
import type { Extensions } from '../context/extensions/extensions';
import { createExtensionDisk, extensionsFolder } from '../node/config/extensionFiles';
import { createExtensionSecrets } from '../node/extensions/extensionSecrets';
import { extensionValues } from '../node/extensions/extensionValues';

/** The extensions of a run in the current folder. `only`: their names, from the command line. */
export async function openHeadlessExtensions(
  configuration: Configuration,
  only: readonly string[],
): Promise<Extensions | undefined> {
  const { home = homedir() } = configuration.environment;
  const isThere = await access(extensionsFolder(home)).then(
    () => true,
    () => false,
  );
  if (!isThere && only.every(name => name === 'none')) return undefined;
  return createExtensions(configuration, home, only);
}

/** The same where it is not known that there are any. */
export async function createExtensions(
  configuration: Configuration,
  home: string,
  only: readonly string[] = [],
): Promise<Extensions> {
  const { Extensions } = await import('../context/extensions/extensions');
  const secrets = createExtensionSecrets(home);
  return new Extensions({
    disk: createExtensionDisk(home),
    settings: () => extensionSettingsOf(configuration.settings),
    ...(only.length > 0 && { only }),
    home,
    workspacePath: () => process.cwd(),
    separator: sep,
    valuesOf: extension =>
      extensionValues(extension, {
        secretOf: (name, envVar) => secrets.get(name, envVar),
        env: configuration.variables,
      }),
  });
}

/** The hooks of the extensions that are enabled. */
export async function headlessExtensionHooks(extensions: Extensions | undefined): Promise<HookDefinitions> {
  const active = (await extensions?.active()) ?? [];
  if (active.every(({ hooks }) => hooks === undefined)) return { hooks: [], problems: [] };
  const { extensionHooks } = await import('../context/extensions/extensions');
  return extensionHooks(active, { workspacePath: process.cwd(), separator: sep });
}
