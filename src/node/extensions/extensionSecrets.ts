import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { createSealedFile, type SealedTexts } from '../credentials/sealedFile';

/** Secrets of extensions, by extension and variable. */
export interface ExtensionSecrets {
  get(extension: string, envVar: string): Promise<string | undefined>;
  /** Undefined deletes the secret. */
  set(extension: string, envVar: string, value: string | undefined): Promise<void>;
}

type Stored = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Stores secrets in one sealed file, for hosts without secret storage. Throws `SignInError` if it can't be opened. */
export function createExtensionSecrets(home: string): ExtensionSecrets {
  const file = createSealedFile(join(home, '.pollux', 'extension-secrets'), TEXTS);
  const read = async (): Promise<Stored> => {
    const text = await file.read();
    return text === undefined ? {} : (JSON.parse(text) as Stored);
  };
  return {
    async get(extension, envVar) {
      const stored = (await read())[extension];
      return stored && Object.hasOwn(stored, envVar) ? stored[envVar] : undefined;
    },
    async set(extension, envVar, value) {
      const all = await read();
      const others = Object.entries(all[extension] ?? {}).filter(([name]) => name !== envVar);
      const own = value === undefined ? others : [...others, [envVar, value] as const];
      await file.save(JSON.stringify({ ...all, [extension]: Object.fromEntries(own) }));
    },
  };
}

const TEXTS: SealedTexts = {
  foreign: path =>
    l10n.t(
      'The settings of extensions in {0} were saved by another user or on another machine, or are corrupt. Delete the file and enter them again.',
      path,
    ),
  unwritable: path => l10n.t('The settings of an extension couldn’t be saved in {0}.', path),
  undeletable: path => l10n.t('{0} couldn’t be deleted.', path),
  unreadable: path => l10n.t('The settings of extensions in {0} can’t be read.', path),
  damaged: path => l10n.t('{0} is corrupt, or not a file of Pollux. It’s left as is: move it away.', path),
};
