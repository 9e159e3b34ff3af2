import { randomUUID } from 'node:crypto';
import { chmod, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { hostname, userInfo } from 'node:os';
import { dirname } from 'node:path';
import { SignInError } from '../../shared/errors';
import { codeOf } from '../files/fileErrors';
import { formatSealed, parseSealed, seal, unseal, type Sealed } from './sealed';

/** A secret in a file that only its owner opens. Everything throws `SignInError`. */
export interface SealedFile {
  readonly path: string;
  /** Undefined: there is none. Throws for a file that is corrupt, foreign, or of another machine or user; it is left as it is. */
  read(): Promise<string | undefined>;
  /** Replaces what is there; throws as `read` does, and then changes nothing. */
  save(secret: string): Promise<void>;
  /** Also what can't be read here any more, but nothing that is not Pollux's; false: there was none. */
  delete(): Promise<boolean>;
}

/** What is said of a file, each as a whole sentence. */
export interface SealedTexts {
  readonly foreign: (path: string) => string;
  readonly unwritable: (path: string) => string;
  readonly undeletable: (path: string) => string;
  readonly unreadable: (path: string) => string;
  readonly damaged: (path: string) => string;
}

/** `owner`: what the file is bound to; it opens for no other. */
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
