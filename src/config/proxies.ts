import { ConfigurationError } from './trustedFolders';

/** The proxies that requests go through; an absent one means that those requests go directly. */
export interface Proxies {
  readonly http?: URL;
  readonly https?: URL;
  /** Hosts that are reached directly, each `host`, `host:port` or `.suffix`; a host stands for what is below it as well. */
  readonly except: readonly string[];
}

type Variables = Readonly<Record<string, string | undefined>>;

/** A proxy could never reach what is on this machine, and should not learn of it. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The proxies that HTTPS_PROXY, HTTP_PROXY and NO_PROXY name, in capitals or not; undefined if there are none. Takes the
 * environment of the process alone: a file of a project must not say where requests go. Throws `ConfigurationError`.
 */
export function readProxies(env: Variables): Proxies | undefined {
  const http = proxyOf(env, 'HTTP_PROXY');
  const https = proxyOf(env, 'HTTPS_PROXY') ?? http;
  const except = (valueOf(env, 'NO_PROXY')?.value ?? '').split(/[,\s]+/).filter(entry => entry !== '');
  if (https === undefined || except.includes('*')) return undefined;
  return { https, ...(http && { http }), except: [...except, ...LOOPBACK] };
}

/** The proxy on the way to an address; undefined: none. */
export function proxyFor({ http, https, except }: Proxies, url: URL): URL | undefined {
  const host = url.hostname.toLowerCase();
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  const isExcepted = except.some(entry => {
    const [, name = '', only] = /^(?:\*?\.)?(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
    return (only === undefined || only === port) && (host === name || host.endsWith(`.${name}`));
  });
  if (isExcepted) return undefined;
  return url.protocol === 'https:' ? https : http;
}

function proxyOf(env: Variables, variable: string): URL | undefined {
  const found = valueOf(env, variable);
  if (!found) return undefined;
  const address = found.value.includes('://') ? found.value : `http://${found.value}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.hostname !== '') return url;
  // The value is not repeated: it may hold a password.
  throw new ConfigurationError(`The variable ${found.name} does not hold the address of a proxy, http:// or https://.`);
}

function valueOf(env: Variables, variable: string): { readonly name: string; readonly value: string } | undefined {
  for (const name of [variable.toLowerCase(), variable]) {
    const value = env[name];
    if (value !== undefined && value !== '') return { name, value };
  }
  return undefined;
}
