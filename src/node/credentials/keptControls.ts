import { createHash } from 'node:crypto';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { createSealedFile, type SealedTexts } from './sealedFile';

/** An organization's controls, as last fetched. */
export interface KeptControls {
  /** The text of a settings file. */
  readonly settings: string;
  /** Descriptions of the features that are turned off. */
  readonly off: readonly string[];
  /** Milliseconds since 1970. */
  readonly askedAt: number;
}

/** Older controls are too outdated to rely on. */
const MAX_AGE_MS = 30 * 24 * 3600_000;

/** Stores one account's controls between runs; sealed, so that nothing else is read from the file. */
export interface ControlsFile {
  /** Undefined: nothing is stored, or nothing reliable. Never rejects. */
  read(now: number): Promise<KeptControls | undefined>;
  /** Undefined: there are no controls, which deletes the file. Rejects with `SignInError`. */
  save(controls: KeptControls | undefined): Promise<void>;
}

/** `account`: the account and its service; no other account can open the file. */
export function createControlsFile(home: string, account: readonly (string | undefined)[]): ControlsFile {
  const owner = [hostname(), String(process.getuid?.() ?? userInfo().username), JSON.stringify(account)].join('\n');
  const name = `controls-${createHash('sha256').update(JSON.stringify(account)).digest('hex').slice(0, 16)}`;
  const file = createSealedFile(join(home, '.pollux', name), TEXTS, owner);
  return {
    async read(now) {
      try {
        return reliable(JSON.parse((await file.read()) ?? 'null'), now);
      } catch {
        return undefined; // unreadable controls count as unknown; everything they could turn off is then off
      }
    },
    async save(controls) {
      await file.delete();
      if (controls) await file.save(JSON.stringify(controls));
    },
  };
}

/** Accepts only the `admin` settings: no other setting may come from here. */
function reliable(value: unknown, now: number): KeptControls | undefined {
  const { settings, off, askedAt } = (value ?? {}) as Partial<Record<keyof KeptControls, unknown>>;
  if (typeof settings !== 'string' || typeof askedAt !== 'number' || !Array.isArray(off)) return undefined;
  if (askedAt > now || now - askedAt > MAX_AGE_MS) return undefined;
  const names = Object.keys(JSON.parse(settings) as object);
  return names.join() === 'admin' ? { settings, off: off.map(String), askedAt } : undefined;
}

const TEXTS: SealedTexts = {
  foreign: path => `${path} belongs to somebody else.`,
  unwritable: path => `${path} couldn't be written.`,
  undeletable: path => `${path} couldn't be deleted.`,
  unreadable: path => `${path} couldn't be read.`,
  damaged: path => `${path} is corrupt.`,
};
