import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessCode } from '../fileErrors';
import { readActiveAccount, readCredentials, type GoogleCredentials } from './credentials';

/** The Google account that Gemini CLI is signed in with, below the home folder; undefined if it is not. Only reads. */
export async function readGeminiCliCredentials(home: string): Promise<GoogleCredentials | undefined> {
  const folder = join(home, '.gemini');
  const credentials = readCredentials(await textOf(join(folder, 'oauth_creds.json')));
  if (!credentials) return undefined;
  const email = readActiveAccount(await textOf(join(folder, 'google_accounts.json')));
  return email === undefined ? credentials : { ...credentials, email };
}

async function textOf(file: string): Promise<string> {
  return unlessCode(readFile(file, 'utf8'), ['ENOENT', 'ENOTDIR', 'EACCES'], '');
}
