import type { NamedProxy } from '../shared/namedProxy';
import { editorProxies, namedProxyFor } from '../config/proxies';

/** The settings of the editor below `http`. */
export interface HttpSettings {
  get<T>(key: string, otherwise: T): T;
  /** As the person set it; undefined: they have not. */
  own(key: string): string | undefined;
}

/** The proxy that the editor's own `fetch` takes to an address, as far as that is known. Throws `ConfigurationError`. */
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
 * The proxy for a page that is fetched without TLS. The others go through the editor's own proxies, by the address that
 * was evaluated; but plain ones the editor would ask for by their name, and where that leads is then the proxy's to say.
 */
export function editorProxyFor(env: NodeJS.ProcessEnv, http: HttpSettings): (url: URL) => URL | undefined {
  const named = editorNamedProxyFor(env, http);
  return url => (url.protocol === 'http:' ? named(url)?.url : undefined);
}

/**
 * What the setting `http.proxyAuthorization` says, for the proxy of the setting `http.proxy` alone, and both only as the
 * person set them: another proxy, of the environment or of a workspace, must not get to know it.
 */
export function editorProxyAuthorization(http: HttpSettings): (proxy: URL) => string | undefined {
  return proxy => {
    const [value, own] = [http.own('proxyAuthorization'), http.own('proxy')];
    if (!value || !own) return undefined;
    return editorProxies({ proxy: own }, {})?.http?.url.href === proxy.href ? value : undefined;
  };
}
