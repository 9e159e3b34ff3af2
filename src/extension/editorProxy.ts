import { editorProxies, proxyFor } from '../config/proxies';

/**
 * The proxy for a page that is fetched without TLS. The others go through the editor's own proxies, by the address that
 * was judged; but plain ones the editor would ask for by their name, and where that leads is then the proxy's to say.
 *
 * `setting` reads a setting of the editor below `http`.
 */
export function editorProxyFor(
  env: NodeJS.ProcessEnv,
  setting: <T>(key: string, otherwise: T) => T,
): (url: URL) => URL | undefined {
  return url => {
    if (url.protocol !== 'http:') return undefined;
    const proxies = editorProxies(
      {
        proxy: setting('proxy', ''),
        noProxy: setting('noProxy', []),
        proxySupport: setting('proxySupport', 'override'),
      },
      env,
    );
    return proxies && proxyFor(proxies, url);
  };
}
