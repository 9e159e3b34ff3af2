import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Log } from '../../agent/ports/log';
import { createKeptValues } from './storedValues';

/** The memory files that the user has excluded, by absolute path; shared by all windows and runs. */
export interface LeftOutMemory {
  /** Reads the current list. */
  read(): ReadonlySet<string>;
  set(path: string, isLeftOut: boolean): void;
}

export function createLeftOutMemory(log: Log, home = homedir()): LeftOutMemory {
  const open = () => createKeptValues(join(home, '.pollux', 'memory.json'), log);
  const read = (): ReadonlySet<string> => {
    const value = open().get('leftOut');
    return new Set(Array.isArray(value) ? value.filter(each => typeof each === 'string') : []);
  };
  return {
    read,
    set(path, isLeftOut) {
      const others = [...read()].filter(each => each !== path);
      open().set('leftOut', isLeftOut ? [...others, path] : others);
    },
  };
}
