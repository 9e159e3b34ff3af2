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
