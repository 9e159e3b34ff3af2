import { editorProxies, proxyFor } from '../config/proxies';

/** The settings of the editor below `http`. */
export interface HttpSettings {
  get<T>(key: string, otherwise: T): T;
  /** As the person set it; undefined: they have not. */
  own(key: string): string | undefined;
}

/**
 * The proxy for a page that is fetched without TLS. The others go through the editor's own proxies, by the address that
 * was evaluated; but plain ones the editor would ask for by their name, and where that leads is then the proxy's to say.
 */
export function editorProxyFor(env: NodeJS.ProcessEnv, http: HttpSettings): (url: URL) => URL | undefined {
  return url => {
    if (url.protocol !== 'http:') return undefined;
    const proxies = editorProxies(
      {
        proxy: http.get('proxy', ''),
        noProxy: http.get('noProxy', []),
        proxySupport: http.get('proxySupport', 'override'),
      },
      env,
    );
    return proxies && proxyFor(proxies, url);
  };
}

/**
 * What the setting `http.proxyAuthorization` says, for the proxy of the setting `http.proxy` alone, and both only as the
 * person set them: another proxy, of the environment or of a workspace, must not get to know it.
 */
export function editorProxyAuthorization(http: HttpSettings): (proxy: URL) => string | undefined {
  return proxy => {
    const [value, own] = [http.own('proxyAuthorization'), http.own('proxy')];
    if (!value || !own) return undefined;
    return editorProxies({ proxy: own }, {})?.http?.href === proxy.href ? value : undefined;
  };
}
