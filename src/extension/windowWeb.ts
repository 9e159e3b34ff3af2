import type { Egress } from '../agent/ports/egress';
import type { NoteFact } from '../agent/ports/telemetry';
import type { PolluxSettings } from '../config/settings';
import { createWeb } from '../node/web/web';
import { createHttpSettings } from '../vscode/settings';
import { editorProxyAuthorization, editorProxyFor } from './editorProxy';

interface WindowWebOptions {
  readonly settings: () => PolluxSettings;
  readonly egress: Egress;
  readonly userAgent: string;
  readonly note: NoteFact;
}

/** Fetches web pages, through the proxy that the editor uses. */
export function createWindowWeb({ settings, egress, userAgent, note }: WindowWebOptions) {
  const http = createHttpSettings();
  return createWeb({
    allowedHosts: () => settings()['webFetch.allowedHosts'],
    userAgent,
    egress,
    proxyFor: editorProxyFor(process.env, http),
    proxyAuthorization: editorProxyAuthorization(http),
    now: Date.now,
    onFallback: (reason, chat = '') => note(chat, { type: 'webFetchFallback', reason }),
  });
}
