import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { createSealedFile, type SealedFile, type SealedTexts } from './sealedFile';

/** The one API key, in a file, for hosts without secret storage. All methods throw `SignInError` on failure. */
export type KeyFile = SealedFile;

/** `owner`: the identity that the file is bound to; no other can open it. */
export function createKeyFile(home: string, owner?: string): KeyFile {
  return createSealedFile(join(home, '.pollux', 'credentials'), TEXTS, owner);
}

const TEXTS: SealedTexts = {
  foreign: path =>
    l10n.t(
      'The key in {0} was saved by another user or on another machine, or is corrupt. Delete it with `pollux auth clear`, and save the key again with `pollux auth set-key`.',
      path,
    ),
  unwritable: path => l10n.t('The key couldn’t be saved in {0}.', path),
  undeletable: path => l10n.t('{0} couldn’t be deleted.', path),
  unreadable: path => l10n.t('The key in {0} can’t be read.', path),
  damaged: path =>
    l10n.t('{0} is corrupt, or not a file of Pollux. It’s left as is: move it away, then save the key again.', path),
};
