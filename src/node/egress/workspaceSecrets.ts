import { readdirSync, statSync, type Stats } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { parse } from 'dotenv';
import { SecretScanner, type KnownSecret } from '../../shared/secrets/secretScanner';
import { commonOf, gitDirectory, repositoryAbove } from '../git/repositoryPlace';
import { isMissing } from '../files/isMissing';
import { configLogins } from '../git/configLogins';
import { isUnusual, secretOf } from '../../shared/secrets/secretValues';

export interface WorkspaceSecretsOptions {
  readonly env: () => Readonly<Record<string, string | undefined>>;
  readonly folders: () => readonly string[];
  /** The directory that contains `.gemini`. */
  readonly home: string;
}

/** Where git stores what the user signs in with, below the home directory. */
const OF_GIT = ['.gitconfig', '.git-credentials', '.config/git/config', '.config/git/credentials'];
const ENV_FILE = /^\.env(?:\..+)?$/;
const TEMPLATE = /\.(?:example|sample|template|dist|defaults?)$/;
const MAX_FILES = 50;
const MAX_BYTES = 256 * 1024;
const MAX_SECRETS = 300;

/**
 * The current secrets of the environment, of the `.env` files at the top of the workspace folders, and in the addresses
 * of git's configuration.
 */
export class WorkspaceSecrets {
  /** The last scanner, for callers that can't wait. */
  #latest: SecretScanner | undefined;
  #stamp = '';

  constructor(private readonly options: WorkspaceSecretsOptions) {}

  get latest(): SecretScanner | undefined {
    return this.#latest;
  }

  /** Returns the same object until a secret changes. Looks each time: a command may just have written one. */
  async scanner(): Promise<SecretScanner> {
    const { folders, home, env } = this.options;
    const places = [...folders().flatMap(folder => [folder, join(folder, '.gemini')]), home, join(home, '.gemini')];
    const names = [...new Set(places)].map(filesIn);
    const ofGit = new Set([
      ...(await Promise.all(folders().map(configsOf))).flat(),
      ...OF_GIT.map(name => join(home, name)),
    ]);
    const ofEnv = [...new Set(names.flat())].slice(0, MAX_FILES);
    const files = [...ofEnv, ...ofGit].map(stamped);
    const variables = Object.entries(env());
    const stamp = JSON.stringify([files, variables]);
    if (this.#latest && stamp === this.#stamp) return this.#latest;
    const readable = files.filter(each => each.stamp !== undefined);
    const ofFiles = await Promise.all(
      readable.map(({ file }) => (ofGit.has(file) ? this.#loginsOf(file) : this.#secretsOf(file))),
    );
    const ofEnvironment = variables.flatMap(([name, value = '']) => valued(name, value, null));
    const byValue = new Map([...ofEnvironment, ...ofFiles.flat()].map(each => [each.value, each]));
    this.#stamp = stamp;
    this.#latest = new SecretScanner([...byValue.values()].slice(-MAX_SECRETS));
    return this.#latest;
  }

  async #secretsOf(file: string): Promise<readonly KnownSecret[]> {
    const source = this.#shown(file);
    return Object.entries(parse(await textOf(file))).flatMap(([name, value]) => valued(name, value, source));
  }

  async #loginsOf(file: string): Promise<readonly KnownSecret[]> {
    const source = this.#shown(file);
    const logins = configLogins(await textOf(file)).filter(({ secret }) => isUnusual(secret));
    return logins.map(({ key, secret }) => ({ value: secret, name: key, source }));
  }

  #shown(file: string): string {
    const folder = this.options.folders().find(each => !relative(each, file).startsWith('..'));
    return folder === undefined ? file : relative(folder, file);
  }
}

async function textOf(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}

function valued(name: string, value: string, source: string | null): readonly KnownSecret[] {
  const secret = secretOf(name, value, source !== null);
  return secret === undefined ? [] : [{ value: secret, name, source }];
}

/** The configuration files of the repository that a folder belongs to. */
async function configsOf(folder: string): Promise<readonly string[]> {
  try {
    const above = repositoryAbove(folder);
    const directory = above === null ? null : above.isBare ? above.top : await gitDirectory(above.top);
    if (directory === null) return [];
    return [join(await commonOf(directory), 'config'), join(directory, 'config.worktree')];
  } catch {
    return []; // what can't be read can't be shown either
  }
}

// Looked at before every request, so synchronously: handing over each look to another thread takes ten times as long.
function filesIn(folder: string): readonly string[] {
  return namesIn(folder).flatMap(name => (ENV_FILE.test(name) && !TEMPLATE.test(name) ? join(folder, name) : []));
}

function namesIn(folder: string): readonly string[] {
  try {
    return isMissing(folder) ? [] : readdirSync(folder);
  } catch {
    return []; // what can't be listed can't be read by its names either
  }
}

/** A stamp that changes with the file; none if it isn't a file or is too large. */
function stamped(file: string): { readonly file: string; readonly stamp?: readonly number[] } {
  const found = statsOf(file);
  if (!found?.isFile() || found.size > MAX_BYTES) return { file };
  return { file, stamp: [found.mtimeMs, found.size, found.ino] };
}

function statsOf(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined; // a file that can't be looked at can't be read
  }
}
