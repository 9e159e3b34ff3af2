import { homedir } from 'node:os';
import type { Configuration } from '../../config/configuration';
import type { ExtensionInstaller } from '../../agent/ports/extensions';
import { createExtensionInstaller } from '../../node/extensions/extensionInstaller';
import { publicGithub } from '../../node/extensions/extensionSources';
import { createHeadlessEgress } from '../session/headlessEgress';

/** Installs extensions; sources are relative to the current folder. */
export function createHeadlessInstaller(configuration: Configuration): ExtensionInstaller {
  const { home = homedir() } = configuration.environment;
  // Only the GitHub token in the user's own environment: a `.env` file of the folder can't set it.
  const network = { egress: createHeadlessEgress(configuration), github: publicGithub(process.env) };
  return createExtensionInstaller({ home, cwd: () => process.cwd(), network });
}
