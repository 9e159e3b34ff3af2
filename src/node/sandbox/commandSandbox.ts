import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandSandbox, LaunchRequest, SandboxedLaunch, SandboxProfile } from '../../agent/ports/sandbox';
import type { SandboxTier } from '../../shared/sandbox';
import { recordingEnvironment } from '../git/lookingEnvironment';
import { makeTemporaryFolder } from '../files/temporaryRoot';
import { findProgram } from '../process/shell';
import { AbsentFolders } from './absentFolders';
import { blockedBy } from './blocked';
import { bubblewrapArguments, type BubblewrapPlaces } from './bubblewrap';
import { insideEnvironment } from './insideEnvironment';
import { landlockRules } from './landlock';
import { FORWARDER_PROGRAM, LANDLOCK_PROGRAM } from './landlockProgram';
import { openNetworkProxy } from './networkProxy';
import { systemCallFilter } from './systemCalls';

const PROXY_PORT = 3128;

export interface SandboxPrograms {
  readonly bwrap: string | null;
  readonly perl: string | null;
  readonly disablesUserNamespaces: boolean;
}

export function findSandboxPrograms(
  searchPath = process.env.PATH ?? '',
): Omit<SandboxPrograms, 'disablesUserNamespaces'> {
  const path = `/usr/bin:/bin:${searchPath}`;
  return { bwrap: findProgram('bwrap', path), perl: findProgram('perl', path) };
}

/** Creates a sandbox of a tier that is known to work here. It has temporary files until it is disposed. */
export function createCommandSandbox(tier: SandboxTier, programs: SandboxPrograms): CommandSandbox {
  const root = makeTemporaryFolder('pollux-sandbox-');
  const place = (name: string) => join(root, name);
  for (const name of ['tmp', 'empty', 'run']) mkdirSync(place(name), { mode: 0o700 });
  const filters = { noUnix: place('run/no-unix'), none: place('run/no-sockets') };
  for (const [sockets, file] of [
    ['noUnix', filters.noUnix],
    ['none', filters.none],
  ] as const) {
    const filter = systemCallFilter(sockets);
    if (!filter) throw new Error(`No system calls of ${process.arch} are known.`);
    writeFileSync(file, filter, { mode: 0o400 });
  }
  const { bwrap, perl } = programs;
  if (perl === null) throw new Error('There is no program perl.');
  const absent = new AbsentFolders(perl);
  let count = 0;
  const removeRoot = () => {
    absent.dispose();
    rmSync(root, { recursive: true, force: true });
  };
  process.once('exit', removeRoot);

  const launchInNamespaces = async (
    profile: SandboxProfile,
    { argv, cwd, env }: LaunchRequest,
  ): Promise<SandboxedLaunch> => {
    if (bwrap === null) throw new Error('There is no program bwrap.');
    const places: BubblewrapPlaces = {
      bwrap,
      temporary: place('tmp'),
      empty: place('empty'),
      disablesUserNamespaces: programs.disablesUserNamespaces,
    };
    const { network } = profile;
    if (profile.writable.includes('/')) {
      const wrapped = [...bubblewrapArguments(profile, cwd, places), ...argv];
      return { argv: wrapped, env, blocked: end => blockedBy(end, { profile }), close: () => undefined };
    }
    const release = await absent.hold(profile.absent, profile.writable);
    const isOpen = network !== 'all' && network.hosts.length > 0;
    const opening = isOpen ? openNetworkProxy(place(`run/proxy-${++count}`), network) : undefined;
    const proxy = await opening?.catch((error: unknown) => {
      release();
      throw error;
    });
    const open = isOpen && { proxy: { port: PROXY_PORT, hosts: network.hosts } };
    return {
      argv: proxy
        ? forwarded({ perl, filter: filters.noUnix, socket: proxy.path }, brought =>
            bubblewrapArguments(profile, cwd, places, brought),
          ).concat(argv)
        : [...filtered(filters.noUnix, bubblewrapArguments(profile, cwd, places)), ...argv],
      env: {
        ...insideEnvironment(env, { tier: 'namespaces', temporary: '/tmp', ...open }),
        ...(profile.recorded.length > 0 && recordingEnvironment()),
      },
      endsWithParent: true,
      blocked: end => blockedBy(end, { profile, ...(proxy && { refused: proxy.refused() }) }),
      close: () => {
        release();
        proxy?.close();
      },
    };
  };

  const launchWithLandlock = async (
    profile: SandboxProfile,
    { argv, env }: LaunchRequest,
  ): Promise<SandboxedLaunch> => {
    const isGuard = profile.writable.includes('/');
    const rules = place(`run/rules-${++count}`);
    writeFileSync(rules, landlockRules(profile, place('tmp')), { mode: 0o400 });
    const isOpen = profile.network === 'all';
    const filter = isGuard ? '-' : isOpen ? filters.noUnix : filters.none;
    return {
      argv: [perl, '-e', LANDLOCK_PROGRAM, rules, filter, isOpen ? 'network' : '-', ...argv],
      env: isGuard ? env : insideEnvironment(env, { tier: 'landlock', temporary: place('tmp') }),
      blocked: end => blockedBy(end, { profile }),
      close: () => rmSync(rules, { force: true }),
    };
  };

  return {
    tier,
    launch: tier === 'namespaces' ? launchInNamespaces : launchWithLandlock,
    dispose: () => {
      process.off('exit', removeRoot);
      removeRoot();
    },
  };
}

const SOCKET_INSIDE = '/run/pollux-proxy';
const FILTER_INSIDE = '/run/pollux-filter';

/** Bubblewrap reads the filter from an open file descriptor and closes it; no other program is needed inside. */
function filtered(filter: string, [bwrap = '', ...options]: readonly string[]): string[] {
  return ['/bin/sh', '-c', 'exec "$@" 9<"$0"', filter, bwrap, '--seccomp', '9', ...options];
}

/** The forwarder needs sockets that the filter denies, so it starts before it applies the filter itself. */
function forwarded(
  { perl, filter, socket }: { readonly perl: string; readonly filter: string; readonly socket: string },
  bubblewrap: (brought: readonly (readonly string[])[]) => readonly string[],
): string[] {
  const brought = [
    [filter, FILTER_INSIDE],
    [socket, SOCKET_INSIDE],
  ];
  return [...bubblewrap(brought), perl, '-e', FORWARDER_PROGRAM, String(PROXY_PORT), SOCKET_INSIDE, FILTER_INSIDE];
}
