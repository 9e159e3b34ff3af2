import * as vscode from 'vscode';
import { editorProxies, proxyFor } from '../config/proxies';

/**
 * The proxy for a page that is fetched without TLS. The others go through the editor's own proxies, by the address that
 * was judged; but plain ones the editor would ask for by their name, and where that leads is then the proxy's to say.
 */
export function editorProxyFor(env: NodeJS.ProcessEnv): (url: URL) => URL | undefined {
  return url => {
    if (url.protocol !== 'http:') return undefined;
    const http = vscode.workspace.getConfiguration('http');
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
export function editorProxyAuthorization(proxy: URL): string | undefined {
  const http = vscode.workspace.getConfiguration('http');
  const value = http.inspect<string | null>('proxyAuthorization')?.globalValue;
  const own = http.inspect<string>('proxy')?.globalValue;
  if (!value || !own) return undefined;
  return editorProxies({ proxy: own }, {})?.http?.href === proxy.href ? value : undefined;
}
