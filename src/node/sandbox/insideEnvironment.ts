import type { SandboxTier } from '../../shared/sandbox';

/** Variables through which programs reach VS Code, an agent such as ssh-agent, or the desktop. */
const REACHING =
  /^(?:VSCODE_.*|ELECTRON_.*|SSH_AUTH_SOCK|SSH_AGENT_PID|SSH_ASKPASS|GIT_ASKPASS|SUDO_ASKPASS|GPG_AGENT_INFO|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|DBUS_.*|XDG_RUNTIME_DIR|XDG_SESSION_.*|DOCKER_HOST|CONTAINER_HOST|BROWSER|TMUX.*|STY|KUBECONFIG|I3SOCK|SWAYSOCK|NVIM.*|EMACS_SERVER_FILE|GNOME_.*|DESKTOP_STARTUP_ID|SESSION_MANAGER|(?:https?|ftp|all|no)_proxy)$/i;

/**
 * Caches that tools fail without if they can't write to them. Sharing the user's would carry a command's files into
 * builds outside the sandbox, so commands have their own, for the lifetime of the window or run.
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

export interface InsideEnvironment {
  readonly tier: SandboxTier;
  /** The directory for temporary files. */
  readonly temporary: string;
  /** The proxy's port and the hosts it allows; absent: there is no proxy. */
  readonly proxy?: { readonly port: number; readonly hosts: readonly string[] };
}

/** A sandboxed command's variables: none that lead to VS Code, and its own temporary directory and proxy. */
export function insideEnvironment(
  env: Readonly<Record<string, string>>,
  { tier, temporary, proxy }: InsideEnvironment,
): Record<string, string> {
  const kept = Object.fromEntries(Object.entries(env).filter(([name]) => !REACHING.test(name)));
  return {
    ...kept,
    ...Object.fromEntries(Object.entries(CACHES).map(([name, folder]) => [name, `${temporary}/caches/${folder}`])),
    ...{ npm_config_update_notifier: 'false', PIP_DISABLE_PIP_VERSION_CHECK: '1' },
    ...{ TMPDIR: temporary, TMP: temporary, TEMP: temporary, SANDBOX: `pollux-${tier}` },
    ...(proxy ? proxied(proxy) : HASTY),
  };
}

/** Offline, names fail immediately; these tools would retry for a minute or more before reporting that. */
const HASTY: Readonly<Record<string, string>> = {
  npm_config_fetch_retries: '0',
  YARN_HTTP_RETRY: '0',
  // With 0, pip doesn't report the reason.
  PIP_RETRIES: '1',
  UV_HTTP_RETRIES: '0',
  CARGO_NET_RETRY: '0',
  BUNDLE_RETRY: '0',
};
const PROXIES = ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy', 'ALL_PROXY', 'all_proxy'];

/** Set only if a host is allowed, because tests of clients that mock the network also read these variables. */
function proxied({ port, hosts }: NonNullable<InsideEnvironment['proxy']>): Record<string, string> {
  const direct = notProxied(hosts);
  return {
    ...Object.fromEntries(PROXIES.map(name => [name, `http://127.0.0.1:${port}`])),
    ...{ NO_PROXY: direct, no_proxy: direct, NODE_USE_ENV_PROXY: '1' },
  };
}

/** Names of this machine mean the sandbox itself, unless an outside server is allowed under that name. */
function notProxied(hosts: readonly string[]): string {
  const isOutside = (name: string) => hosts.some(host => host.startsWith(`${name}:`));
  return ['localhost', '127.0.0.1', '::1'].filter(name => !isOutside(name)).join(',');
}
