import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { isJsonObject } from '../../shared/jsonObject';

/** An encrypted text that only its owner can open, as stored in a file. */
export interface Sealed {
  readonly salt: Buffer;
  readonly iv: Buffer;
  readonly tag: Buffer;
  readonly data: Buffer;
}

const CIPHER = 'aes-256-gcm';
/** Identifies the file format; authenticated with the content. */
const KIND = 'pollux-credentials-1';
const LENGTHS = { salt: 16, iv: 12, tag: 16 } as const;

export async function seal(text: string, owner: string): Promise<Sealed> {
  const [salt, iv] = [randomBytes(LENGTHS.salt), randomBytes(LENGTHS.iv)];
  const cipher = createCipheriv(CIPHER, await keyOf(owner, salt), iv).setAAD(Buffer.from(KIND));
  const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return { salt, iv, tag: cipher.getAuthTag(), data };
}

/** Undefined: it was sealed by another owner, or was modified. */
export async function unseal({ salt, iv, tag, data }: Sealed, owner: string): Promise<string | undefined> {
  const key = await keyOf(owner, salt);
  const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: LENGTHS.tag });
  decipher.setAAD(Buffer.from(KIND)).setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(data), decipher.final()]).toString('utf8');
  } catch {
    return undefined; // the tag doesn't match; there is no further detail
  }
}

export function formatSealed(sealed: Sealed): string {
  const parts = Object.entries(sealed).map(([name, bytes]: [string, Buffer]) => [name, bytes.toString('base64')]);
  return `${JSON.stringify({ kind: KIND, ...Object.fromEntries(parts) }, null, 2)}\n`;
}

/** Undefined: not a sealed file. */
export function parseSealed(text: string): Sealed | undefined {
  const value = parse(text);
  if (!isJsonObject(value)) return undefined;
  const [salt, iv, tag, data] = [value.salt, value.iv, value.tag, value.data].map(bytesOf);
  if (value.kind !== KIND || !salt || !iv || !tag || !data) return undefined;
  const isWhole = salt.length === LENGTHS.salt && iv.length === LENGTHS.iv && tag.length === LENGTHS.tag;
  return isWhole ? { salt, iv, tag, data } : undefined;
}

function bytesOf(value: unknown): Buffer | undefined {
  return typeof value === 'string' ? Buffer.from(value, 'base64') : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the caller reports it, with the file's name
  }
}

function keyOf(owner: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(owner, salt, 32, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
