import type { NamedProxy } from '../shared/namedProxy';
import { ConfigurationError } from './trustedFolders';

/** The proxies that requests go through; if one is absent, its requests go directly. */
export interface Proxies {
  readonly http?: NamedProxy;
  readonly https?: NamedProxy;
  /** Hosts that are reached directly, each as `host`, `host:port` or `.suffix`; a host includes its subdomains. */
  readonly except: readonly string[];
}

type Variables = Readonly<Record<string, string | undefined>>;

/** A proxy could never reach this machine's own servers, and should not learn of them. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The proxies named by HTTPS_PROXY, HTTP_PROXY and NO_PROXY, in upper or lower case; undefined if there are none.
 * Pass only the process's environment: a project's file must not decide where requests go. Throws
 * `ConfigurationError`.
 */
export function readProxies(env: Variables): Proxies | undefined {
  const http = proxyOf(env, 'HTTP_PROXY');
  const https = proxyOf(env, 'HTTPS_PROXY') ?? http;
  const except = (valueOf(env, 'NO_PROXY')?.value ?? '').split(/[,\s]+/).filter(entry => entry !== '');
  if (https === undefined || except.includes('*')) return undefined;
  return { https, ...(http && { http }), except: [...except, ...LOOPBACK] };
}

/** The editor's `http.*` settings. */
export interface EditorProxy {
  readonly proxy?: string;
  readonly noProxy?: readonly string[];
  readonly proxySupport?: string;
}

/**
 * The proxies named by the editor's settings, otherwise those of the environment. Proxies that the editor gets from
 * the system or from a script are not known here. Throws `ConfigurationError`.
 */
export function editorProxies(settings: EditorProxy, env: Variables): Proxies | undefined {
  const { proxy = '', noProxy = [], proxySupport } = settings;
  if (proxySupport === 'off' || noProxy.includes('*')) return undefined;
  if (proxy === '') {
    const found = readProxies(env);
    return found && { ...found, except: [...noProxy, ...found.except] };
  }
  const url = parseProxy(proxy);
  const named = url && { url, from: 'http.proxy' };
  if (named) return { http: named, https: named, except: [...noProxy, ...LOOPBACK] };
  throw new ConfigurationError('The setting "http.proxy" does not hold the address of a proxy, http:// or https://.');
}

/** The proxy for an address, together with its source; undefined if there is none. */
export function namedProxyFor({ http, https, except }: Proxies, url: URL): NamedProxy | undefined {
  const host = url.hostname.toLowerCase();
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  const isExcepted = except.some(entry => {
    const [, name = '', only] = /^(?:\*?\.)?(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
    return (only === undefined || only === port) && (host === name || host.endsWith(`.${name}`));
  });
  if (isExcepted) return undefined;
  return url.protocol === 'https:' ? https : http;
}

function proxyOf(env: Variables, variable: string): NamedProxy | undefined {
  const found = valueOf(env, variable);
  if (!found) return undefined;
  const url = parseProxy(found.value);
  if (url) return { url, from: found.name };
  // The message doesn't contain the value, which may include a password.
  throw new ConfigurationError(`The variable ${found.name} does not hold the address of a proxy, http:// or https://.`);
}

function parseProxy(text: string): URL | undefined {
  // An incomplete `https://` could be mistaken for a host name.
  if (/^https?(?::(?!\/\/[^/])|$)/i.test(text)) return undefined;
  const address = text.includes('://') ? text : `http://${text}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url && /^https?:$/.test(url.protocol) && !/^(?:https?)?$/.test(url.hostname) ? url : undefined;
}

function valueOf(env: Variables, variable: string): { readonly name: string; readonly value: string } | undefined {
  for (const name of [variable.toLowerCase(), variable]) {
    const value = env[name];
    if (value !== undefined && value !== '') return { name, value };
  }
  return undefined;
}
