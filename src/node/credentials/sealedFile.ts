import { randomUUID } from 'node:crypto';
import { chmod, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { hostname, userInfo } from 'node:os';
import { dirname } from 'node:path';
import { SignInError } from '../../shared/errors';
import { codeOf } from '../files/fileErrors';
import { formatSealed, parseSealed, seal, unseal, type Sealed } from './sealed';

/** A secret in a file that only its owner can open. All methods throw `SignInError` on failure. */
export interface SealedFile {
  readonly path: string;
  /** Undefined: no file. Throws if it is corrupt or belongs to another machine or user, and leaves it unchanged. */
  read(): Promise<string | undefined>;
  /** Replaces the secret; throws under the same conditions as `read`, and then changes nothing. */
  save(secret: string): Promise<void>;
  /** Deletes even a file that can't be opened here, but none that isn't Pollux's; false: there was no file. */
  delete(): Promise<boolean>;
}

/** Messages about a file, each a complete sentence. */
export interface SealedTexts {
  readonly foreign: (path: string) => string;
  readonly unwritable: (path: string) => string;
  readonly undeletable: (path: string) => string;
  readonly unreadable: (path: string) => string;
  readonly damaged: (path: string) => string;
}

/** `owner`: the identity that the file is bound to; no other can open it. */
export function createSealedFile(path: string, texts: SealedTexts, owner = thisOwner()): SealedFile {
  const read = async () => {
    const sealed = await readSealed(path, texts);
    if (!sealed) return undefined;
    const secret = await unseal(sealed, owner);
    if (secret !== undefined) return secret;
    throw new SignInError(texts.foreign(path));
  };
  return {
    path,
    read,
    async save(secret) {
      await read();
      const text = formatSealed(await seal(secret, owner));
      await writeWhole(path, text).catch((error: unknown) => {
        throw new SignInError(texts.unwritable(path), codeOf(error) || String(error));
      });
    },
    async delete() {
      if (!(await readSealed(path, texts))) return false;
      await rm(path).catch((error: unknown) => {
        throw new SignInError(texts.undeletable(path), codeOf(error));
      });
      return true;
    },
  };
}

async function readSealed(path: string, texts: SealedTexts): Promise<Sealed | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw new SignInError(texts.unreadable(path), codeOf(error));
  }
  const sealed = parseSealed(text);
  if (sealed) return sealed;
  throw new SignInError(texts.damaged(path));
}

/** Writes a file that only the owner can read, atomically: readers get either the old text or the new one. */
async function writeWhole(path: string, text: string): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700); // it may have existed with other permissions
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

/** Not a secret: any program that the user runs can determine it. */
function thisOwner(): string {
  return `${hostname()}\n${process.getuid?.() ?? userInfo().username}`;
}
