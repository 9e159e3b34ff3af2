import { access } from 'node:fs/promises';
import { homedir } from 'node:os';
import { sep } from 'node:path';
import type { ExtensionFolder } from '../../agent/ports/extensions';
import type { Log } from '../../agent/ports/log';
import type { Configuration } from '../../config/configuration';
import { extensionSettingsOf } from '../../config/settingsByPurpose';
import type { HookDefinitions } from '../../config/hookDefinitions';
import type { Extensions, ExtensionsFound, ExtensionsOptions } from '../../context/extensions/extensions';
import { createExtensionDisk, extensionsFolder } from '../../node/config/extensionFiles';
import { agreedOf, createAgreed } from '../../node/extensions/agreedExtensions';
import { createExtensionSecrets } from '../../node/extensions/extensionSecrets';
import { extensionValues } from '../../node/extensions/extensionValues';

/** If the file can't be read, nothing counts as agreed to. */
const QUIET: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * The extensions of a run in the current folder; undefined if none are installed. `only`: their names, from the
 * command line.
 */
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
  return createExtensions(configuration, home, { only });
}

/** All installed extensions. */
export async function installedExtensions(configuration: Configuration): Promise<ExtensionsFound> {
  const { home = homedir() } = configuration.environment;
  return (await createExtensions(configuration, home)).find();
}

/** Same, without checking first whether there are any. */
export async function createExtensions(
  configuration: Configuration,
  home: string,
  { only = [], folder }: { readonly only?: readonly string[]; readonly folder?: ExtensionFolder } = {},
): Promise<Extensions> {
  const { Extensions } = await import('../../context/extensions/lazy');
  const options = extensionsOptions(configuration, home, only);
  if (!folder) return new Extensions(options);
  const { agreed: _, ...others } = options;
  const disk = { ...options.disk, list: async () => [folder], enablement: async () => undefined };
  return new Extensions({ ...others, disk });
}

/** The options for reading extensions in the current folder. */
export function extensionsOptions(
  configuration: Configuration,
  home: string,
  only: readonly string[],
): ExtensionsOptions {
  const secrets = createExtensionSecrets(home);
  const kept = createAgreed(home, QUIET);
  return {
    disk: createExtensionDisk(home),
    settings: () => extensionSettingsOf(configuration.settings),
    ...(only.length > 0 && { only }),
    home,
    workspacePath: () => process.cwd(),
    separator: sep,
    agreed: name => agreedOf(kept, name),
    valuesOf: extension =>
      extensionValues(extension, {
        secretOf: (name, envVar) => secrets.get(name, envVar),
        env: configuration.variables,
      }),
  };
}

/** The hooks of the enabled extensions. */
export async function headlessExtensionHooks(extensions: Extensions | undefined): Promise<HookDefinitions> {
  const active = (await extensions?.active()) ?? [];
  if (active.every(({ hooks }) => hooks === undefined)) return { hooks: [], problems: [] };
  const { extensionHooks } = await import('../../context/extensions/lazy');
  return extensionHooks(active, { workspacePath: process.cwd(), separator: sep });
}
