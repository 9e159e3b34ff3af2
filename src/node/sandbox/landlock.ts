import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { SandboxProfile } from '../../agent/ports/sandbox';
import { existing, isWithin } from './bubblewrap';

/** Devices that everybody writes to. */
const DEVICES = ['/dev/null', '/dev/zero', '/dev/full', '/dev/random', '/dev/urandom', '/dev/tty', '/dev/shm'];

/**
 * The rules of a profile as the program for perl reads them. Landlock allows what is below a directory and can take
 * nothing of that away again, so a directory that holds an exception is replaced by what else is in it: nothing new can be
 * made right there.
 */
export function landlockRules({ writable, readOnly, absent, hidden }: SandboxProfile, temporary: string): string {
  const covered = existing(hidden).filter(path => !writable.some(folder => folder !== '/' && isWithin(folder, path)));
  const kept = [...covered, ...existing(readOnly), ...absent];
  const isGuard = writable.includes('/');
  const written = isGuard ? [] : existing([...writable, temporary, ...DEVICES]).flatMap(path => without(path, kept));
  const read = without('/', covered);
  return [...written.map(path => line('w', path)), ...read.map(path => line('r', path))].join('');
}

/** The fewest paths that are all of `path` but the exceptions. */
function without(path: string, exceptions: readonly string[]): string[] {
  if (exceptions.includes(path)) return [];
  if (!exceptions.some(each => isWithin(each, path))) return [path];
  return childrenOf(path).flatMap(name => without(join(path, name), exceptions));
}

function childrenOf(folder: string): string[] {
  try {
    // What a link leads to is allowed, or not, where it is.
    return readdirSync(folder, { withFileTypes: true }).flatMap(entry => (entry.isSymbolicLink() ? [] : [entry.name]));
  } catch {
    return []; // what can't be listed is not allowed
  }
}

function line(kind: 'r' | 'w', path: string): string {
  return `${kind} ${escapedPath(path)}\n`;
}

/** A path as one line, as the programs for perl read it. */
export function escapedPath(path: string): string {
  return path.replace(/[%\n\r]/g, each => `%${each.charCodeAt(0).toString(16).padStart(2, '0')}`);
}
