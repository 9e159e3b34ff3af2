import * as l10n from '@vscode/l10n';
import { join } from 'node:path';
import { SignInError } from '../../shared/errors';
import { codeOf, unlessCode } from '../files/fileErrors';
import { readPlainFile } from '../files/readPlainFile';
import { readAccounts, readCredentials, type GoogleCredentials } from './credentials';

/**
 * Reads the Google account that Gemini CLI, below the home directory, is signed in with; undefined if it isn't signed
 * in. Throws `SignInError` if the sign-in exists but can't be used. Other problems only lose the account's name and
 * are reported to `warn`.
 */
export async function readGeminiCliCredentials(
  home: string,
  warn: (message: string) => void,
): Promise<GoogleCredentials | undefined> {
  const folder = join(home, '.gemini');
  const file = join(folder, 'oauth_creds.json');
  const text = await textOf(file);
  if (text === undefined) return undefined;
  const credentials = readCredentials(text);
  if (!credentials) throw new SignInError(damaged(file));
  const email = await activeAccount(join(folder, 'google_accounts.json'), warn);
  return email === undefined ? credentials : { ...credentials, email };
}

async function activeAccount(file: string, warn: (message: string) => void): Promise<string | undefined> {
  const text = await textOf(file).catch(() => null);
  const accounts = text === null ? undefined : readAccounts(text ?? '');
  if (!accounts) warn(namelessFor(file));
  return accounts?.active;
}

/** Undefined: the file doesn't exist. */
async function textOf(file: string): Promise<string | undefined> {
  try {
    return await unlessCode(readPlainFile(file), ['ENOENT', 'ENOTDIR'], undefined);
  } catch (error) {
    throw new SignInError(l10n.t('The sign-in of Gemini CLI in {0} can’t be read.', file), codeOf(error));
  }
}

function damaged(file: string): string {
  return l10n.t(
    '{0} is corrupt, or contains no sign-in of Gemini CLI. It’s left as is: sign in with Gemini CLI again, or move the file away and set up an API key.',
    file,
  );
}

function namelessFor(file: string): string {
  return l10n.t(
    '{0} can’t be read or is corrupt, so the name of the Google account isn’t known. Pollux hasn’t changed the file: sign in with Gemini CLI again, or move the file away.',
    file,
  );
}
