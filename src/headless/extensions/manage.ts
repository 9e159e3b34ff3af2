import { homedir } from 'node:os';
import { createInterface } from 'node:readline/promises';
import type { Configuration } from '../../config/configuration';
import { extensionSettingsOf } from '../../config/settingsByPurpose';
import type { ExtensionManager } from '../../context/extensions/manageExtensions';
import type { ConsentQuestion } from '../../context/extensions/manageOptions';
import { createAgreed } from '../../node/extensions/agreedExtensions';
import { createExtensionSecrets } from '../../node/extensions/extensionSecrets';
import { readSecret } from '../../node/process/secretInput';
import { visibleText } from '../../shared/hiddenCharacters';
import { extensionsOptions } from '../session/headlessExtensions';
import { createLog } from '../output/log';
import type { Streams } from '../output/streams';
import { createHeadlessInstaller } from './installer';

export { store } from './storeSetting';

export interface ManagerOptions {
  readonly configuration: Configuration;
  readonly streams: Streams;
  /** The user has agreed in advance to everything that an extension includes. */
  readonly isAgreed: boolean;
  /** Don't ask for settings. */
  readonly skipsSettings: boolean;
  /**
   * Creates an error about the input: errors are recognized by their class, and this bundle has a different copy of
   * it.
   */
  readonly inputError: (message: string) => Error;
}

/** Manages extensions for a user at a terminal, or for a script that has agreed with a flag. */
export async function openManager(options: ManagerOptions): Promise<ExtensionManager> {
  const { configuration, streams } = options;
  const { home = homedir() } = configuration.environment;
  const { ExtensionManager: Manager } = await import('../../context/extensions/lazy');
  const secrets = createExtensionSecrets(home);
  return new Manager({
    reading: extensionsOptions(configuration, home, []),
    installer: createHeadlessInstaller(configuration),
    kept: createAgreed(home, createLog(false, streams.err)),
    sources: () => extensionSettingsOf(configuration.settings),
    consent: question => askForConsent(question, options),
    async askSetting({ name, description, envVar, isSensitive }, extension) {
      if (options.skipsSettings || !process.stdin.isTTY) {
        streams.err(`pollux: "${name}" isn't set. Set it with: pollux extensions config ${extension} ${envVar}\n`);
        return undefined;
      }
      const question = `${name}${description === '' ? '' : ` (${description})`}: `;
      const answer = isSensitive ? await readSecret(process.stdin, () => streams.err(question)) : await ask(question);
      return answer === '' ? undefined : answer;
    },
    saveSecret: (extension, envVar, value) => secrets.set(extension, envVar, value),
  });
}

async function askForConsent(
  question: ConsentQuestion,
  { streams, isAgreed, inputError }: ManagerOptions,
): Promise<boolean> {
  const { broughtText } = await import('../../context/extensions/lazy');
  const { name, version, source, why, added } = question;
  const head = {
    install: `Installing the extension "${name}" (${version}) from ${source}.`,
    link: `Linking the extension "${name}" (${version}) from ${source}. Changes there take effect immediately.`,
    update: `Updating the extension "${name}" to ${version}. It includes more than you agreed to.`,
    grown: `The extension "${name}" (${version}) includes more than you agreed to.`,
  }[why];
  const lines = added.map(each => `  - ${broughtText(each)}`);
  const list =
    lines.length > 0 ? ['It includes:', ...lines] : ['It contains nothing that runs or that the model reads.'];
  const text = [head, ...list, 'Pollux hasn’t checked it. Only install extensions you trust.', ''].join('\n');
  streams.err(visibleText(text));
  if (isAgreed) return true;
  if (!process.stdin.isTTY) {
    throw inputError('There is no terminal to ask in. If you agree, pass --consent.');
  }
  return /^y(?:es)?$/i.test((await ask('Do you want to continue? [y/N] ')).trim());
}

async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await lines.question(question);
  } finally {
    lines.close();
  }
}
