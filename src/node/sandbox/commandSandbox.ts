import { lstatSync, mkdirSync, mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandSandbox, LaunchRequest, SandboxedLaunch, SandboxProfile } from '../../agent/ports/sandbox';
import type { SandboxTier } from '../../shared/sandbox';
import { findProgram } from '../process/shell';
import { blockedBy } from './blocked';
import { bubblewrapArguments, existing, type BubblewrapPlaces } from './bubblewrap';
import { landlockRules } from './landlock';
import { FORWARDER_PROGRAM, LANDLOCK_PROGRAM } from './landlockProgram';
import { openNetworkProxy, type NetworkProxy } from './networkProxy';
import { systemCallFilter } from './systemCalls';

/** What programs would reach the editor, an agent or a desktop by. */
const REACHING =
  /^(?:VSCODE_.*|ELECTRON_.*|SSH_AUTH_SOCK|SSH_AGENT_PID|SSH_ASKPASS|GIT_ASKPASS|SUDO_ASKPASS|GPG_AGENT_INFO|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|DBUS_.*|XDG_RUNTIME_DIR|XDG_SESSION_.*|DOCKER_HOST|CONTAINER_HOST|BROWSER|TMUX.*|STY|KUBECONFIG|I3SOCK|SWAYSOCK|NVIM.*|EMACS_SERVER_FILE|GNOME_.*|DESKTOP_STARTUP_ID|SESSION_MANAGER|(?:https?|ftp|all|no)_proxy)$/i;
const PROXY_PORT = 3128;

/**
 * Caches that tools fail without when they can't write there. Those of the user would carry what a command leaves in them to
 * builds outside, so commands have their own, for as long as the window or the run.
 */
const CACHES: Readonly<Record<string, string>> = {
  npm_config_cache: 'npm',
  YARN_CACHE_FOLDER: 'yarn',
  BUN_INSTALL_CACHE_DIR: 'bun',
  PIP_CACHE_DIR: 'pip',
  UV_CACHE_DIR: 'uv',
  GOCACHE: 'go-build',
  CCACHE_DIR: 'ccache',
};

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

/** A sandbox by a tier that is known to hold here. It has files of its own until it is disposed of. */
export function createCommandSandbox(tier: SandboxTier, programs: SandboxPrograms): CommandSandbox {
  const root = mkdtempSync(join(tmpdir(), 'pollux-sandbox-'));
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
  const absent = new AbsentFolders();
  let count = 0;
  const removeRoot = () => {
    absent.leaveAll();
    rmSync(root, { recursive: true, force: true });
  };
  process.once('exit', removeRoot);

  const launchInNamespaces = async (
    profile: SandboxProfile,
    { argv, cwd, env }: LaunchRequest,
  ): Promise<SandboxedLaunch> => {
    if (!programs.bwrap) throw new Error('bubblewrap is not there any more.');
    const { network } = profile;
    const places: BubblewrapPlaces = {
      bwrap: programs.bwrap,
      temporary: place('tmp'),
      empty: place('empty'),
      filter: filters.noUnix,
      disablesUserNamespaces: programs.disablesUserNamespaces,
    };
    if (profile.writable.includes('/')) {
      const wrapped = [...bubblewrapArguments(profile, cwd, places), ...argv];
      return { argv: wrapped, env, blocked: end => blockedBy(end, { profile, refused: [] }), close: () => undefined };
    }
    const isOpen = network !== 'all' && network.hosts.length > 0 && programs.perl !== null;
    let proxy: NetworkProxy | undefined;
    if (isOpen) proxy = await openNetworkProxy(place(`run/proxy-${++count}`), network);
    const release = absent.hold(profile.absent, profile.writable);
    const bwrap = bubblewrapArguments(profile, cwd, places);
    const inner = proxy
      ? [programs.perl ?? 'perl', '-e', FORWARDER_PROGRAM, String(PROXY_PORT), SOCKET_INSIDE, FILTER_INSIDE, ...argv]
      : [...argv];
    const wrapped = proxy ? [...withProxy(bwrap, proxy.path, filters.noUnix), ...inner] : [...bwrap, ...inner];
    return {
      argv: wrapped,
      env: environmentInside(env, '/tmp', 'namespaces', proxy && network !== 'all' ? network.hosts : undefined),
      blocked: end => blockedBy(end, { profile, refused: proxy?.refused() ?? [] }),
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
    if (!programs.perl) throw new Error('perl is not there any more.');
    const isGuard = profile.writable.includes('/');
    const rules = place(`run/rules-${++count}`);
    writeFileSync(rules, landlockRules(profile, place('tmp')), { mode: 0o400 });
    return {
      argv: [programs.perl, '-e', LANDLOCK_PROGRAM, rules, isGuard ? '-' : filters.none, ...argv],
      env: isGuard ? env : environmentInside(env, place('tmp'), 'landlock'),
      blocked: end => blockedBy(end, { profile, refused: [] }),
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

/** The forwarder needs a socket to the outside, so the filter comes after it, not before the first program. */
function withProxy(argv: readonly string[], socket: string, filter: string): string[] {
  const at = argv.indexOf('--seccomp');
  const binds = ['--bind', socket, SOCKET_INSIDE, '--ro-bind', filter, FILTER_INSIDE];
  return [...argv.slice(0, at), ...binds, ...argv.slice(at + 2)];
}

function environmentInside(
  env: Readonly<Record<string, string>>,
  temporary: string,
  tier: SandboxTier,
  /** What the proxy lets through; undefined: there is none. */
  hosts?: readonly string[],
): Record<string, string> {
  const kept = Object.fromEntries(Object.entries(env).filter(([name]) => !REACHING.test(name)));
  const proxies =
    hosts === undefined ? [] : ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy', 'ALL_PROXY', 'all_proxy'];
  return {
    ...kept,
    ...Object.fromEntries(Object.entries(CACHES).map(([name, folder]) => [name, `${temporary}/caches/${folder}`])),
    ...{ npm_config_update_notifier: 'false', PIP_DISABLE_PIP_VERSION_CHECK: '1' },
    ...{ TMPDIR: temporary, TMP: temporary, TEMP: temporary, SANDBOX: `pollux-${tier}` },
    ...Object.fromEntries(proxies.map(name => [name, `http://127.0.0.1:${PROXY_PORT}`])),
    ...(hosts && { NO_PROXY: notProxied(hosts), no_proxy: notProxied(hosts), NODE_USE_ENV_PROXY: '1' }),
  };
}

/** Names of this machine mean the sandbox itself, unless a server outside is allowed by just that name. */
function notProxied(hosts: readonly string[]): string {
  const isOutside = (name: string) => hosts.some(host => host.startsWith(`${name}:`));
  return ['localhost', '127.0.0.1', '::1'].filter(name => !isOutside(name)).join(',');
}

/** Directories that stand in for those which must not come to exist, for as long as any command runs. */
class AbsentFolders {
  readonly #holders = new Map<string, number>();

  hold(paths: readonly string[], writable: readonly string[]): () => void {
    const link = paths.find(path => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink());
    // It could be taken away and put in the place of something else, which nothing can be bound over.
    if (link !== undefined) throw new Error(`${link} is a link.`);
    const made = paths.filter(path => this.#holders.has(path) || this.#make(path));
    if (existing(paths).length < paths.length && existing(writable).length === writable.length) {
      for (const path of made) this.#leave(path);
      throw new Error(`No place could be held for ${paths.join(', ')}.`);
    }
    for (const path of made) this.#holders.set(path, (this.#holders.get(path) ?? 0) + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      for (const path of made) this.#leave(path);
    };
  }

  leaveAll(): void {
    for (const path of [...this.#holders.keys()]) {
      this.#holders.set(path, 1);
      this.#leave(path);
    }
  }

  #make(path: string): boolean {
    try {
      mkdirSync(path);
      return true;
    } catch {
      return false; // it is there, and read-only like everything of its name
    }
  }

  #leave(path: string): void {
    const count = (this.#holders.get(path) ?? 1) - 1;
    if (count > 0) this.#holders.set(path, count);
    else {
      this.#holders.delete(path);
      try {
        rmdirSync(path); // only an empty one goes
      } catch {
        // somebody has put something into it meanwhile
      }
    }
  }
}
