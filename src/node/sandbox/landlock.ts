import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { SandboxProfile } from '../../agent/ports/sandbox';
import { existing, isWithin } from './bubblewrap';

/** Devices that every program may write to. */
const DEVICES = ['/dev/null', '/dev/zero', '/dev/full', '/dev/random', '/dev/urandom', '/dev/tty', '/dev/shm'];

/**
 * A profile's rules, as the Perl program reads them. Landlock can only allow everything below a directory, without
 * exceptions. So a directory that contains an exception is replaced by its other entries, and nothing new can be
 * created directly in it.
 */
export function landlockRules({ writable, readOnly, absent, hidden }: SandboxProfile, temporary: string): string {
  const covered = existing(hidden).filter(path => !writable.some(folder => folder !== '/' && isWithin(folder, path)));
  const kept = [...covered, ...existing(readOnly), ...absent];
  const isGuard = writable.includes('/');
  const written = isGuard ? [] : existing([...writable, temporary, ...DEVICES]).flatMap(path => without(path, kept));
  const read = without('/', covered);
  return [...written.map(path => line('w', path)), ...read.map(path => line('r', path))].join('');
}

/** The smallest set of paths that covers `path` except the exceptions. */
function without(path: string, exceptions: readonly string[]): string[] {
  if (exceptions.includes(path)) return [];
  if (!exceptions.some(each => isWithin(each, path))) return [path];
  return childrenOf(path).flatMap(name => without(join(path, name), exceptions));
}

function childrenOf(folder: string): string[] {
  try {
    // A link's target has its own rules, at its own path.
    return readdirSync(folder, { withFileTypes: true }).flatMap(entry => (entry.isSymbolicLink() ? [] : [entry.name]));
  } catch {
    return []; // directories that can't be listed aren't allowed
  }
}

function line(kind: 'r' | 'w', path: string): string {
  return `${kind} ${escapedPath(path)}\n`;
}

/** Escapes a path to fit on one line, as the Perl programs read it. */
export function escapedPath(path: string): string {
  return path.replace(/[%\n\r]/g, each => `%${each.charCodeAt(0).toString(16).padStart(2, '0')}`);
}
