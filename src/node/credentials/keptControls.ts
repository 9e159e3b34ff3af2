import { createHash } from 'node:crypto';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { createSealedFile, type SealedTexts } from './sealedFile';

/** What an organisation prescribed when it was asked last. */
export interface KeptControls {
  /** As the text of a settings file. */
  readonly settings: string;
  /** What it turns off, in words. */
  readonly off: readonly string[];
  /** In milliseconds since 1970. */
  readonly askedAt: number;
}

/** What is older says too little of what is prescribed now. */
const MAX_AGE_MS = 30 * 24 * 3600_000;

/** Where it is kept from one run to the next, for one account: sealed, so that nothing else is read from it. */
export interface ControlsFile {
  /** Undefined: there is nothing, or nothing that can be relied on. Never rejects. */
  read(now: number): Promise<KeptControls | undefined>;
  /** Undefined: nothing is prescribed, which is not kept. Rejects with `SignInError`. */
  save(controls: KeptControls | undefined): Promise<void>;
}

/** `account`: whose it is, and at which service; it opens for no other. */
export function createControlsFile(home: string, account: readonly (string | undefined)[]): ControlsFile {
  const owner = [hostname(), String(process.getuid?.() ?? userInfo().username), JSON.stringify(account)].join('\n');
  const name = `controls-${createHash('sha256').update(JSON.stringify(account)).digest('hex').slice(0, 16)}`;
  const file = createSealedFile(join(home, '.pollux', name), TEXTS, owner);
  return {
    async read(now) {
      try {
        return reliable(JSON.parse((await file.read()) ?? 'null'), now);
      } catch {
        return undefined; // what can't be read says nothing, and then everything is off that could be
      }
    },
    async save(controls) {
      await file.delete();
      if (controls) await file.save(JSON.stringify(controls));
    },
  };
}

/** Only what the service prescribes counts: no other setting comes from there. */
function reliable(value: unknown, now: number): KeptControls | undefined {
  const { settings, off, askedAt } = (value ?? {}) as Partial<Record<keyof KeptControls, unknown>>;
  if (typeof settings !== 'string' || typeof askedAt !== 'number' || !Array.isArray(off)) return undefined;
  if (askedAt > now || now - askedAt > MAX_AGE_MS) return undefined;
  const names = Object.keys(JSON.parse(settings) as object);
  return names.join() === 'admin' ? { settings, off: off.map(String), askedAt } : undefined;
}

const TEXTS: SealedTexts = {
  foreign: path => `${path} belongs to somebody else.`,
  unwritable: path => `${path} could not be written.`,
  undeletable: path => `${path} could not be deleted.`,
  unreadable: path => `${path} could not be read.`,
  damaged: path => `${path} is corrupt.`,
};
