import { join } from 'node:path';
import type { KeptValues } from '../../agent/ports/storedValues';
import type { Log } from '../../agent/ports/log';
import { createKeptValues } from '../config/storedValues';

/** What the user has agreed to, by the names of extensions. */
export function createAgreed(home: string, log: Log): KeptValues {
  return createKeptValues(join(home, '.pollux', 'extensions.json'), log);
}

/** Of one extension; undefined: the user was not asked here. */
export function agreedOf(kept: KeptValues, name: string): readonly string[] | undefined {
  const value = kept.get(name);
  return Array.isArray(value) ? value.filter(each => typeof each === 'string') : undefined;
}
