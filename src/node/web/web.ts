import type { Web, WebPage } from '../../agent/ports/web';
import { decodePage, mimeTypeOf } from './charset';
import { checkUrl } from './addresses';
import { isTooMuch, plainPage } from './plainPage';
import { failed, safeFetch, type SafeFetchOptions } from './safeFetch';

export interface WebOptions extends Omit<SafeFetchOptions, 'chat'> {
  readonly now: () => number;
  /** Called when a page is fetched here because the service couldn't be asked to read it, or failed to. */
  readonly onFallback?: (reason: 'private' | 'failed', chat: string | undefined) => void;
}

const MINUTE_MS = 60_000;
const REQUESTS_PER_MINUTE = 10;
const MEDIA = /^(?:image|audio|video)\/|^application\/pdf$/;
const TEXT = /^text\/|[/+](?:json|xml|yaml|toml|javascript|ecmascript|x-ndjson|x-sh)$/;

/** The agent's access to the web; `forChat` attributes requests to a chat. */
export function createWeb(options: WebOptions): Web & { forChat(id: () => string): Web } {
  /** The times of each host's requests within the last minute. */
  const asked = new Map<string, number[]>();
  const admit = (url: string) => {
    const { hostname } = checkUrl(url, options.allowedHosts()).url;
    const now = options.now();
    const recent = (asked.get(hostname) ?? []).filter(time => time > now - MINUTE_MS);
    if (recent.length >= REQUESTS_PER_MINUTE) {
      throw failed(url, `${hostname} was asked ${REQUESTS_PER_MINUTE} times within a minute; wait a little`);
    }
    asked.set(hostname, [...recent, now]);
  };
  const isAllowedPrivate = (url: string) => checkUrl(url, options.allowedHosts()).isAllowed;
  const webOf = (chat: () => { readonly chat?: string }): Web => ({
    check(text) {
      const { url, isAllowed } = checkUrl(text, options.allowedHosts());
      return { url: url.href, isPublic: !isAllowed };
    },
    async fetch(url, signal, isAdmitted = false) {
      if (isAdmitted) options.onFallback?.(isAllowedPrivate(url) ? 'private' : 'failed', chat().chat);
      else admit(url);
      return toPage(await safeFetch(url, { ...options, ...chat(), onRedirect: admit }, signal));
    },
    admit,
  });
  return { ...webOf(() => ({})), forChat: id => webOf(() => ({ chat: id() })) };
}

async function toPage({ url, contentType, bytes, isCut }: Awaited<ReturnType<typeof safeFetch>>): Promise<WebPage> {
  const mimeType = mimeTypeOf(contentType, bytes);
  if (MEDIA.test(mimeType)) return { url, mimeType, text: '', bytes, isCut };
  if (!TEXT.test(mimeType)) throw failed(url, `its type, ${mimeType}, is nothing to read`);
  const text = decodePage(bytes, contentType);
  if (mimeType !== 'text/html' && mimeType !== 'application/xhtml+xml') return { url, mimeType, text, isCut };
  if (isTooMuch(text)) return { url, mimeType, text: plainPage(text), isCut };
  const { toMarkdown } = await import('./readable');
  return { url, mimeType, text: toMarkdown(text, url), isCut };
}
