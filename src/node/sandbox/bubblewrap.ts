import { lstatSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SandboxProfile } from '../../agent/ports/sandbox';

export interface BubblewrapPlaces {
  /** The path of the program. */
  readonly bwrap: string;
  /** The directory that is `/tmp` for sandboxed commands. */
  readonly temporary: string;
  /** A directory that is always empty, mounted over directories that must not be created. */
  readonly empty: string;
  /** Whether `--disable-userns` is supported, which newer versions do: no user namespaces can be created inside. */
  readonly disablesUserNamespaces: boolean;
}

/** Bubblewrap's arguments for a profile, before the command. `brought`: pairs of a file and its path inside. */
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
  // The DNS configuration is often a link to a file below `/run`.
  else if (!isGuard) args.push('--ro-bind-try', '/run/systemd/resolve', '/run/systemd/resolve');
  const kept = existing(readOnly);
  if (isGuard) for (const path of directoriesOf(kept, writable)) args.push('--dev-bind', path, path);
  else {
    const folders = existing(writable);
    // The launcher creates the directory itself and removes it after the last command. Each mount takes time.
    const unmade = existing(absent).filter(path => !kept.includes(path));
    for (const path of folders) args.push('--bind', path, path);
    for (const path of directoriesOf([...kept, ...unmade], folders)) args.push('--bind', path, path);
    for (const path of unmade) args.push('--ro-bind', places.empty, path);
  }
  for (const path of kept) args.push('--ro-bind', path, path);
  args.push(...hidingArguments(profile, places), ...brought.flatMap(([from = '', to = '']) => ['--ro-bind', from, to]));
  return [places.bwrap, ...args, '--chdir', cwd, '--'];
}

/** Kernel interfaces that belong to root by user ID, so root could use them even without capabilities. */
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

/** Leaves everything accessible except hidden paths; nothing inside can unmount these covers. */
function guardArguments(): string[] {
  const user = process.getuid?.() === 0 ? '--cap-drop CAP_SYS_ADMIN --cap-drop CAP_SYS_PTRACE' : '--unshare-user';
  return [...user.split(' '), '--dev-bind', '/', '/'];
}

/**
 * The directories between those that are writable and what they contain that is only read. As mounts they can't be
 * renamed, so nothing else can take the place of what is in them.
 */
function directoriesOf(kept: readonly string[], writable: readonly string[]): string[] {
  const found = new Set<string>();
  for (const path of kept) {
    const top = writable.find(folder => isWithin(path, folder));
    if (top === undefined) continue;
    for (let at = dirname(path); at !== top && isWithin(at, top); at = dirname(at)) found.add(at);
  }
  return [...found].filter(path => !writable.includes(path)).toSorted();
}

/** Covers a file with a device that can't be opened, and a directory with an empty one. */
function hidingArguments({ hidden, writable }: SandboxProfile, { empty }: BubblewrapPlaces): string[] {
  return existing(hidden).flatMap(path => {
    if (writable.some(folder => folder !== '/' && isWithin(folder, path))) return [];
    return ['--ro-bind', lstatSync(path).isDirectory() ? empty : '/dev/null', path];
  });
}

/** The real paths of those that exist, parents first: later mounts cover earlier ones. */
export function existing(paths: readonly string[]): string[] {
  const real = paths.flatMap(path => {
    try {
      // Most don't exist, which is determined faster without an exception.
      return lstatSync(path, { throwIfNoEntry: false }) ? [realpathSync(path)] : [];
    } catch {
      return []; // a path that doesn't exist needs no rule
    }
  });
  return [...new Set(real)].toSorted();
}

/** True for `folder` itself and everything below it. */
export function isWithin(path: string, folder: string): boolean {
  return folder === '/' || path === folder || path.startsWith(`${folder}/`);
}
