import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import type { SignInStore } from '../../agent/ports/mcpSignIn';
import { createSealedFile, type SealedTexts } from '../credentials/sealedFile';
import { readGeminiSignIn } from './geminiSignIns';
import { readSignIn } from './storedSignIn';

/** The name under which a server's sign-in is stored; reveals nothing about the server. */
export function signInName(server: string): string {
  return createHash('sha256').update(new URL(server).href).digest('hex').slice(0, 32);
}

/** Stores sign-ins in encrypted files below `~/.pollux`, one per server, for hosts without VS Code's secret storage. */
export function createSignInFiles(home: string): SignInStore {
  const fileOf = (server: string) => createSealedFile(join(home, '.pollux', 'mcp', signInName(server)), TEXTS);
  return withGeminiSignIns(
    {
      async read(server) {
        const signIn = readSignIn((await fileOf(server).read()) ?? '');
        return signIn?.server === server ? signIn : undefined;
      },
      save: async signIn => fileOf(signIn.server).save(JSON.stringify(signIn)),
      delete: async server => fileOf(server).delete(),
    },
    home,
  );
}

/** Falls back to Gemini CLI's sign-ins, which are only read, where the store has none. */
export function withGeminiSignIns(store: SignInStore, home: string): SignInStore {
  const file = join(home, '.gemini', 'mcp-oauth-tokens.json');
  return {
    ...store,
    async read(server) {
      const own = await store.read(server);
      if (own) return own;
      const text = await readFile(file, 'utf8').catch(() => ''); // no file, no sign-in
      return readGeminiSignIn(text, server);
    },
  };
}

const TEXTS: SealedTexts = {
  foreign: path =>
    l10n.t('The sign-in in {0} was made by another user or on another machine, or is corrupt. Delete the file.', path),
  unwritable: path => l10n.t('The sign-in couldn’t be saved in {0}.', path),
  undeletable: path => l10n.t('{0} couldn’t be deleted.', path),
  unreadable: path => l10n.t('The sign-in in {0} can’t be read.', path),
  damaged: path => l10n.t('{0} is corrupt, or not a file of Pollux. It’s left as is: move it away.', path),
};
