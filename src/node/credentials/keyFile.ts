import { randomUUID } from 'node:crypto';
import { chmod, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { hostname, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { SignInError } from '../../shared/errors';
import { codeOf } from '../files/fileErrors';
import { formatSealed, parseSealed, seal, unseal, type Sealed } from './sealed';

/** The one key that is kept where there is no editor with a secret storage. Everything throws `SignInError`. */
export interface KeyFile {
  readonly path: string;
  /** Undefined: none is kept. Throws for a file that is damaged, foreign, or of another machine or user; it is left as it is. */
  read(): Promise<string | undefined>;
  /** Replaces the key that is kept; throws as `read` does, and then changes nothing. */
  save(key: string): Promise<void>;
  /** Also a key that can't be read here any more, but nothing that is not Pollux's; false: there was none. */
  delete(): Promise<boolean>;
}

/** `owner`: what the file is bound to; it opens for no other. */
export function createKeyFile(home: string, owner = thisOwner()): KeyFile {
  const path = join(home, '.pollux', 'credentials');
  const read = async () => {
    const sealed = await readSealed(path);
    if (!sealed) return undefined;
    const key = await unseal(sealed, owner);
    if (key !== undefined) return key;
    throw new SignInError(
      l10n.t(
        'The key in {0} was kept by another user or on another machine, or is damaged. Delete it with `pollux auth clear`, and keep the key anew with `pollux auth set-key`.',
        path,
      ),
    );
  };
  return {
    path,
    read,
    async save(key) {
      await read();
      const text = formatSealed(await seal(key, owner));
      await writeWhole(path, text).catch((error: unknown) => {
        throw new SignInError(l10n.t('The key could not be kept in {0}.', path), codeOf(error) || String(error));
      });
    },
    async delete() {
      if (!(await readSealed(path))) return false;
      await rm(path).catch((error: unknown) => {
        throw new SignInError(l10n.t('{0} could not be deleted.', path), codeOf(error));
      });
      return true;
    },
  };
}

async function readSealed(path: string): Promise<Sealed | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw new SignInError(l10n.t('The key in {0} can’t be read.', path), codeOf(error));
  }
  const sealed = parseSealed(text);
  if (sealed) return sealed;
  throw new SignInError(
    l10n.t('{0} is damaged, or not a file of Pollux. It is left as it is: move it away, then keep the key anew.', path),
  );
}

/** Nobody else may ever read it, and whoever reads it finds the old text or the new one. */
async function writeWhole(path: string, text: string): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700); // it may have been there before
  const draft = `${path}.${randomUUID()}.tmp`;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** No secret: any program of this person finds it out as well. */
function thisOwner(): string {
  return `${hostname()}\n${process.getuid?.() ?? userInfo().username}`;
}
