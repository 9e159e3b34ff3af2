import type { NamedProxy } from '../shared/namedProxy';
import { editorProxies, namedProxyFor } from '../config/proxies';

/** The editor's settings under `http`. */
export interface HttpSettings {
  get<T>(key: string, otherwise: T): T;
  /** The user's own value; undefined: not set by the user. */
  own(key: string): string | undefined;
}

/**
 * The proxy that the editor's own `fetch` uses for an address, where that can be determined. Throws
 * `ConfigurationError`.
 */
export function editorNamedProxyFor(env: NodeJS.ProcessEnv, http: HttpSettings): (url: URL) => NamedProxy | undefined {
  return url => {
    const proxies = editorProxies(
      {
        proxy: http.get('proxy', ''),
        noProxy: http.get('noProxy', []),
        proxySupport: http.get('proxySupport', 'override'),
      },
      env,
    );
    return proxies && namedProxyFor(proxies, url);
  };
}

/**
 * The proxy for pages fetched without TLS. HTTPS requests go through the editor's own proxy support, to the address
 * that was evaluated; for plain HTTP the editor would send the host name, and the proxy could resolve it to another
 * address.
 */
export function editorProxyFor(env: NodeJS.ProcessEnv, http: HttpSettings): (url: URL) => URL | undefined {
  const named = editorNamedProxyFor(env, http);
  return url => (url.protocol === 'http:' ? named(url)?.url : undefined);
}

/**
 * The value of `http.proxyAuthorization`, for the proxy of the setting `http.proxy` only, and only if the user set
 * both: a proxy from the environment or a workspace must never receive it.
 */
export function editorProxyAuthorization(http: HttpSettings): (proxy: URL) => string | undefined {
  return proxy => {
    const [value, own] = [http.own('proxyAuthorization'), http.own('proxy')];
    if (!value || !own) return undefined;
    return editorProxies({ proxy: own }, {})?.http?.url.href === proxy.href ? value : undefined;
  };
}
