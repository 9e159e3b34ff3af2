import { join } from 'node:path';
import type { KeptValues } from '../../agent/ports/storedValues';
import type { Log } from '../../agent/ports/log';
import { createKeptValues } from '../config/storedValues';

/** Stores what the user has agreed to, by extension name. */
export function createAgreed(home: string, log: Log): KeptValues {
  return createKeptValues(join(home, '.pollux', 'extensions.json'), log);
}

/** What the user agreed to for one extension; undefined: the user wasn't asked here. */
export function agreedOf(kept: KeptValues, name: string): readonly string[] | undefined {
  const value = kept.get(name);
  return Array.isArray(value) ? value.filter(each => typeof each === 'string') : undefined;
}
