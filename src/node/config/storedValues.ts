import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { KeptValues } from '../../agent/ports/storedValues';
import type { Log } from '../../agent/ports/log';
import { isMissing } from '../files/isMissing';

/**
 * Stores values in one file, written to disk immediately: VS Code's own storage is written later and loses values set
 * right before a window reload. `indent`: one line per value, for people who read the file.
 */
export function createKeptValues(file: string, log: Log, indent?: number): KeptValues {
  const read = (): Record<string, unknown> => {
    if (isMissing(file)) return {};
    try {
      const values: unknown = JSON.parse(readFileSync(file, 'utf8'));
      return typeof values === 'object' && values !== null ? { ...values } : {};
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') log.warn(`${file} could not be read: ${String(error)}`);
      return {};
    }
  };
  const write = (values: Record<string, unknown>) => {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, JSON.stringify(values, undefined, indent), { mode: 0o600 });
    renameSync(draft, file);
  };
  let values: Record<string, unknown> | undefined;
  return {
    get: name => (values ??= read())[name],
    set(name, value) {
      // Another window on the same folder may have set a value in the meantime.
      values = { ...read(), [name]: value };
      try {
        write(values);
      } catch (error) {
        log.error(`${file} could not be written`, error);
      }
    },
  };
}

/** Does the same for a file that other windows and runs also write; `get` sees their values. */
export function createSharedValues(file: string, log: Log): KeptValues {
  let values = createKeptValues(file, log);
  let seen: number | undefined;
  return {
    get(name) {
      const changedAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
      if (changedAt !== seen) values = createKeptValues(file, log);
      seen = changedAt;
      return values.get(name);
    },
    set: (name, value) => values.set(name, value),
  };
}
