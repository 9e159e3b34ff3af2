import { lstatSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SandboxProfile } from '../../agent/ports/sandbox';

export interface BubblewrapPlaces {
  /** The program. */
  readonly bwrap: string;
  /** What confined commands have as `/tmp`. */
  readonly temporary: string;
  /** A directory that is always empty, in place of those that must not come to exist. */
  readonly empty: string;
  /** No namespaces can be made inside; only newer versions know how. */
  readonly disablesUserNamespaces: boolean;
}

/** The arguments of bubblewrap that enforce a profile, up to those of the command. `brought`: files, and where they are inside. */
export function bubblewrapArguments(
  profile: SandboxProfile,
  cwd: string,
  places: BubblewrapPlaces,
  brought: readonly (readonly string[])[] = [],
): string[] {
  const { writable, readOnly, absent, network } = profile;
  const isGuard = writable.includes('/');
  const args = isGuard ? guardArguments() : confinedArguments(places);
  if (network !== 'all') args.push('--unshare-net');
  // Where names are resolved is often told below `/run`.
  else if (!isGuard) args.push('--ro-bind-try', '/run/systemd/resolve', '/run/systemd/resolve');
  const kept = existing(readOnly);
  if (!isGuard) {
    for (const path of existing(writable)) args.push('--bind', path, path);
    // The directory itself is made by whoever launches, and taken away after the last command. Each cover takes time.
    const unmade = existing(absent).filter(path => !kept.includes(path));
    for (const path of unmade) args.push('--ro-bind', places.empty, path);
  }
  for (const path of kept) args.push('--ro-bind', path, path);
  args.push(...hidingArguments(profile, places), ...brought.flatMap(([from = '', to = '']) => ['--ro-bind', from, to]));
  return [places.bwrap, ...args, '--chdir', cwd, '--'];
}

/** What rules the kernel belongs to root by its number, so that to root it would be open without any rights. */
const RULING = ['sys', 'irq', 'bus', 'acpi', 'scsi', 'fs', 'mtrr', 'dynamic_debug'].map(name => `/proc/${name}`);
const TELLING = ['sysrq-trigger', 'kcore'].map(name => `/proc/${name}`);

function confinedArguments({ temporary, disablesUserNamespaces }: BubblewrapPlaces): string[] {
  return [
    ...'--die-with-parent --unshare-user --unshare-pid --unshare-ipc --unshare-uts --unshare-cgroup-try --cap-drop ALL'.split(
      ' ',
    ),
    ...(disablesUserNamespaces ? ['--disable-userns'] : []),
    ...'--ro-bind / / --dev /dev --proc /proc --tmpfs /run --ro-bind-try /run/current-system /run/current-system'.split(
      ' ',
    ),
    ...['--bind', temporary, '/tmp', '--tmpfs', '/var/tmp'],
    ...(process.getuid?.() === 0 ? existing(RULING).flatMap(path => ['--ro-bind', path, path]) : []),
    ...(process.getuid?.() === 0 ? existing(TELLING).flatMap(path => ['--ro-bind', '/dev/null', path]) : []),
  ];
}

/** Everything as it is, but for what is hidden: nothing inside can take that cover off. */
function guardArguments(): string[] {
  const user = process.getuid?.() === 0 ? '--cap-drop CAP_SYS_ADMIN --cap-drop CAP_SYS_PTRACE' : '--unshare-user';
  return [...user.split(' '), '--dev-bind', '/', '/'];
}

/** A file is covered by a device that can't be opened, a directory by an empty one. */
function hidingArguments({ hidden, writable }: SandboxProfile, { empty }: BubblewrapPlaces): string[] {
  return existing(hidden).flatMap(path => {
    if (writable.some(folder => folder !== '/' && isWithin(folder, path))) return [];
    return ['--ro-bind', lstatSync(path).isDirectory() ? empty : '/dev/null', path];
  });
}

/** Real paths of those that are there, outer ones first: what is bound later covers what was bound before. */
export function existing(paths: readonly string[]): string[] {
  const real = paths.flatMap(path => {
    try {
      // Most are not there, which is told faster without an exception.
      return lstatSync(path, { throwIfNoEntry: false }) ? [realpathSync(path)] : [];
    } catch {
      return []; // what is not there needs no rule
    }
  });
  return [...new Set(real)].toSorted();
}

/** True for `path` itself and what is below it. */
export function isWithin(path: string, folder: string): boolean {
  return folder === '/' || path === folder || path.startsWith(`${folder}/`);
}

/** The nearest directory above that is there. */
export function nearest(path: string): string {
  for (let at = path; ; at = dirname(at)) if (existing([at]).length > 0 || at === '/') return at;
}
