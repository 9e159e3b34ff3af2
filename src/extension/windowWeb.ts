import type { PolluxSettings } from '../config/settings';
import { createWeb } from '../node/web/web';
import { createHttpSettings } from '../vscode/settings';
import { editorProxyAuthorization, editorProxyFor } from './editorProxy';

/** Pages of the web, through the proxy that the editor uses. */
export function createWindowWeb({ settings, userAgent }: { settings: () => PolluxSettings; userAgent: string }) {
  const http = createHttpSettings();
  return createWeb({
    allowedHosts: () => settings()['webFetch.allowedHosts'],
    userAgent,
    proxyFor: editorProxyFor(process.env, http),
    proxyAuthorization: editorProxyAuthorization(http),
    now: Date.now,
  });
}
