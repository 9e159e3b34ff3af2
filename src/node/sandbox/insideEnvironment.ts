import type { SandboxTier } from '../../shared/sandbox';

/** What programs would reach the editor, an agent or a desktop by. */
const REACHING =
  /^(?:VSCODE_.*|ELECTRON_.*|SSH_AUTH_SOCK|SSH_AGENT_PID|SSH_ASKPASS|GIT_ASKPASS|SUDO_ASKPASS|GPG_AGENT_INFO|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|DBUS_.*|XDG_RUNTIME_DIR|XDG_SESSION_.*|DOCKER_HOST|CONTAINER_HOST|BROWSER|TMUX.*|STY|KUBECONFIG|I3SOCK|SWAYSOCK|NVIM.*|EMACS_SERVER_FILE|GNOME_.*|DESKTOP_STARTUP_ID|SESSION_MANAGER|(?:https?|ftp|all|no)_proxy)$/i;

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

export interface InsideEnvironment {
  readonly tier: SandboxTier;
  /** The directory for what is temporary. */
  readonly temporary: string;
  /** Where the proxy is, and what it lets through; absent: there is none. */
  readonly proxy?: { readonly port: number; readonly hosts: readonly string[] };
}

/** The variables of a command inside: nothing that leads to the editor, and its own places and ways. */
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

/** Where there is no network, a name fails at once; these would try again for a minute or more before they say so. */
const HASTY: Readonly<Record<string, string>> = {
  npm_config_fetch_retries: '0',
  YARN_HTTP_RETRY: '0',
  // Without any it does not say why.
  PIP_RETRIES: '1',
  UV_HTTP_RETRIES: '0',
  CARGO_NET_RETRY: '0',
  BUNDLE_RETRY: '0',
};
const PROXIES = ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy', 'ALL_PROXY', 'all_proxy'];

/** Only where a host is open: tests of clients that stand in for the network look at these variables as well. */
function proxied({ port, hosts }: NonNullable<InsideEnvironment['proxy']>): Record<string, string> {
  const direct = notProxied(hosts);
  return {
    ...Object.fromEntries(PROXIES.map(name => [name, `http://127.0.0.1:${port}`])),
    ...{ NO_PROXY: direct, no_proxy: direct, NODE_USE_ENV_PROXY: '1' },
  };
}

/** Names of this machine mean the sandbox itself, unless a server outside is allowed by just that name. */
function notProxied(hosts: readonly string[]): string {
  const isOutside = (name: string) => hosts.some(host => host.startsWith(`${name}:`));
  return ['localhost', '127.0.0.1', '::1'].filter(name => !isOutside(name)).join(',');
}
