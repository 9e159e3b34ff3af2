import { homedir } from 'node:os';
import type { Configuration } from '../../config/configuration';
import type { ExtensionInstaller } from '../../agent/ports/extensions';
import { createExtensionInstaller } from '../../node/extensions/extensionInstaller';
import { publicGithub } from '../../node/extensions/extensionSources';
import { createHeadlessEgress } from '../headlessEgress';

/** Installs extensions from the current folder on. */
export function createHeadlessInstaller(configuration: Configuration): ExtensionInstaller {
  const { home = homedir() } = configuration.environment;
  // The token of the user's own environment: a `.env` file of the folder names none.
  const network = { egress: createHeadlessEgress(configuration), github: publicGithub(process.env) };
  return createExtensionInstaller({ home, cwd: () => process.cwd(), network });
}
